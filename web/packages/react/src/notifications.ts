import { type components, createClient, unwrap } from '@gatehouse/api'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSession, useSessionState } from './context'
import { ownedFetch, ownerOf } from './owner'

/** What somebody was told: `viewed` is whether they have read it. */
export type Notification = components['schemas']['NotificationOut']

export interface NotificationsOptions {
  /** How many are read at once, at most 100. */
  readonly count?: number
  /** How often they are read again while the page is seen. */
  readonly everySeconds?: number
}

export interface Notifications {
  /** Pinned ones first, then the newest; undefined until they were read. */
  readonly items: readonly Notification[] | undefined
  /** Of these, how many were not read yet. */
  readonly unread: number
  /** Why they could not be read. */
  readonly error: Error | null
  /** There are more than these: `more` reads on. */
  readonly hasMore: boolean
  more(): Promise<void>
  reload(): Promise<void>
  /** Each of these shows at once, and rejects with the server's refusal after showing what is so again. */
  setStatus(id: string, status: Notification['status']): Promise<void>
  setPinned(id: string, isPinned: boolean): Promise<void>
  readAll(): Promise<void>
}

interface Known {
  readonly owner: string
  readonly items: readonly Notification[] | undefined
  readonly error: Error | null
}

/** The bell: what the person who is signed in was told in this tenant. Reads nothing while nobody is. */
export function useNotifications({ count = 20, everySeconds = 60 }: NotificationsOptions = {}): Notifications {
  const session = useSession()
  const owner = ownerOf(useSessionState())
  const [wanted, setWanted] = useState(count)
  const [known, setKnown] = useState<Known>()
  const latest = useRef(0)
  const api = useMemo(
    () => createClient({ baseUrl: session.baseUrl, fetch: ownedFetch(session, owner) }),
    [session, owner],
  )

  const read = useCallback(
    async (most: number) => {
      if (!owner) return
      latest.current += 1
      const turn = latest.current
      const params = JSON.stringify({ count: most, offset: 0 })
      const answer = await unwrap(api.GET('/notification', { params: { query: { params } } })).then(
        (items) => ({ owner, items, error: null }),
        (error: Error) => ({ owner, error }),
      )
      // What was asked for later is newer.
      if (turn === latest.current) setKnown((before) => ({ items: ofOwner(before, owner)?.items, ...answer }))
    },
    [api, owner],
  )

  useEffect(() => {
    void read(wanted)
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(wanted), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [read, wanted, everySeconds])

  const current = ofOwner(known, owner)

  async function change(to: (one: Notification) => Notification | undefined, call: () => Promise<unknown>) {
    // A list that was asked for before the change must not undo it.
    latest.current += 1
    setKnown((before) => before && { ...before, items: before.items?.flatMap((one) => to(one) ?? []) })
    try {
      await call()
    } finally {
      await read(wanted)
    }
  }

  return {
    items: current?.items,
    unread: current?.items?.filter(({ viewed }) => !viewed).length ?? 0,
    error: current?.error ?? null,
    hasMore: (current?.items?.length ?? 0) >= wanted && wanted < MOST,
    async more() {
      setWanted(Math.min(wanted + count, MOST))
    },
    reload: () => read(wanted),
    setStatus: (id, status) =>
      change(
        (one) => (one.id === id ? withStatus(one, status) : one),
        () => unwrap(api.PUT('/notification/status', { body: { params: { notificationId: id, status } } })),
      ),
    setPinned: (id, isPinned) =>
      change(
        (one) => (one.id === id ? { ...one, isPinned } : one),
        () =>
          unwrap(
            api.PUT('/notification/{pin_status}', {
              params: { path: { pin_status: isPinned ? 'pin' : 'unpin' } },
              body: { notificationId: id },
            }),
          ),
      ),
    readAll: () =>
      change(
        (one) => withStatus(one, 'read'),
        () => unwrap(api.POST('/notification/status/mark-all-read')),
      ),
  }
}

/** What the server gives at once. */
const MOST = 100

const ofOwner = (known: Known | undefined, owner: string) => (known?.owner === owner ? known : undefined)

const withStatus = (one: Notification, status: Notification['status']) =>
  status === 'archived' ? undefined : { ...one, status, viewed: status === 'read' }
