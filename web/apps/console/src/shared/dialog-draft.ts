import type { Environment } from '@gatehouse/sdk'

/** Target of a dialog, with its unsaved values. */
export interface Opened<Target, Typed> {
  readonly target: Target
  readonly typed?: Typed | undefined
}

/** A stored dialog draft. It is restored only for the same user, tenant and page, and within a limited time. */
interface Draft {
  readonly dialog: string
  readonly userId: string | undefined
  readonly place: string
  readonly at: number
  readonly opened: unknown
}

const KEY = 'gatehouse-left-dialog'
/** As long as an MFA confirmation counts as recent; an older draft is discarded. */
export const FRESH_SECONDS = 900

export interface DraftScope {
  /** Storage of the tab: drafts are not shared with other tabs. */
  readonly storage: Environment['tabStorage']
  readonly userId: string | undefined
  readonly href: string
}

const placeOf = (href: string) => new URL(href).pathname

export function saveDialogDraft({ storage, userId, href }: DraftScope, dialog: string, opened: unknown): void {
  storage.setItem(KEY, JSON.stringify({ dialog, userId, place: placeOf(href), at: Date.now(), opened } satisfies Draft))
}

/** Returns the draft of a dialog and deletes it. */
export function takeDialogDraft<Target, Typed>(
  { storage, userId, href }: DraftScope,
  dialog: string,
): Opened<Target, Typed> | undefined {
  const left = JSON.parse(storage.getItem(KEY) ?? 'null') as Draft | null
  if (!left || left.dialog !== dialog) return
  storage.removeItem(KEY)
  const isMine = left.userId === userId && left.place === placeOf(href)
  if (isMine && Date.now() - left.at < FRESH_SECONDS * 1000) return left.opened as Opened<Target, Typed>
}
