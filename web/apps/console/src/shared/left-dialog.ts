import type { Environment } from '@gatehouse/sdk'

/** What a dialog is about, and what was typed in it. */
export interface Opened<Target, Typed> {
  readonly target: Target
  readonly typed?: Typed | undefined
}

/** The dialog that somebody has left, and who, where and when: nobody else finds it, and not on another page. */
interface Left {
  readonly dialog: string
  readonly person: string | undefined
  readonly place: string
  readonly at: number
  readonly opened: unknown
}

const KEY = 'gatehouse-left-dialog'
/** As long as a second factor is fresh: whoever comes back later begins anew. */
export const FRESH_SECONDS = 900

export interface Leaver {
  /** Of the tab: what is typed here is not for another. */
  readonly storage: Environment['tabStorage']
  readonly person: string | undefined
  readonly href: string
}

const placeOf = (href: string) => new URL(href).pathname

export function leaveDialog({ storage, person, href }: Leaver, dialog: string, opened: unknown): void {
  storage.setItem(KEY, JSON.stringify({ dialog, person, place: placeOf(href), at: Date.now(), opened } satisfies Left))
}

/** What was left of this dialog; it is given once. */
export function takeLeftDialog<Target, Typed>(
  { storage, person, href }: Leaver,
  dialog: string,
): Opened<Target, Typed> | undefined {
  const left = JSON.parse(storage.getItem(KEY) ?? 'null') as Left | null
  if (!left || left.dialog !== dialog) return
  storage.removeItem(KEY)
  const isMine = left.person === person && left.place === placeOf(href)
  if (isMine && Date.now() - left.at < FRESH_SECONDS * 1000) return left.opened as Opened<Target, Typed>
}
