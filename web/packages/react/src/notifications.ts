import { type components, createClient, unwrap } from '@gatehouse/api'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSession, useSessionState } from './context'
import { createOwnerFetch, getOwner } from './owner'

/** A notification of the user; `viewed` is whether they have read it. */
export type Notification = components['schemas']['NotificationOut']

export interface NotificationsOptions {
  /** The number of notifications per read, at most 100. */
  readonly count?: number
  /** The polling interval while the page is visible. */
  readonly everySeconds?: number
}

export interface Notifications {
  /** Pinned ones first, then the newest; undefined until loaded. */
  readonly items: readonly Notification[] | undefined
  /** The number of unread notifications among the items. */
  readonly unread: number
  /** Why loading failed. */
  readonly error: Error | null
  /** There are more notifications; `more` loads them. */
  readonly hasMore: boolean
  more(): Promise<void>
  reload(): Promise<void>
  /** Each change is shown immediately. If the server rejects it, it is reverted and the promise rejects. */
  setStatus(id: string, status: Notification['status']): Promise<void>
  setPinned(id: string, isPinned: boolean): Promise<void>
  readAll(): Promise<void>
}

interface LoadedNotifications {
  readonly owner: string
  readonly items: readonly Notification[] | undefined
  readonly error: Error | null
}

/**
 * Loads the notifications of the signed-in user in the current tenant, and polls for new ones. Does nothing while
 * signed out.
 */
export function useNotifications({ count = 20, everySeconds = 60 }: NotificationsOptions = {}): Notifications {
  const session = useSession()
  const owner = getOwner(useSessionState())
  const [limit, setLimit] = useState(count)
  const [loaded, setLoaded] = useState<LoadedNotifications>()
  const latest = useRef(0)
  const api = useMemo(
    () => createClient({ baseUrl: session.baseUrl, fetch: createOwnerFetch(session, owner) }),
    [session, owner],
  )

  const read = useCallback(
    async (limitNow: number) => {
      if (!owner) return
      latest.current += 1
      const request = latest.current
      const params = JSON.stringify({ count: limitNow, offset: 0 })
      const answer = await unwrap(api.GET('/notification', { params: { query: { params } } })).then(
        (items) => ({ owner, items, error: null }),
        (error: Error) => ({ owner, error }),
      )
      // Answers of older requests are ignored.
      if (request === latest.current) setLoaded((before) => ({ items: selectOwner(before, owner)?.items, ...answer }))
    },
    [api, owner],
  )

  useEffect(() => {
    void read(limit)
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(limit), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [read, limit, everySeconds])

  const current = selectOwner(loaded, owner)

  async function change(to: (one: Notification) => Notification | undefined, call: () => Promise<unknown>) {
    // A list requested before the change must not undo it.
    latest.current += 1
    setLoaded((before) => before && { ...before, items: before.items?.flatMap((one) => to(one) ?? []) })
    try {
      await call()
    } finally {
      await read(limit)
    }
  }

  return {
    items: current?.items,
    unread: current?.items?.filter(({ viewed }) => !viewed).length ?? 0,
    error: current?.error ?? null,
    hasMore: (current?.items?.length ?? 0) >= limit && limit < MAX_COUNT,
    async more() {
      setLimit(Math.min(limit + count, MAX_COUNT))
    },
    reload: () => read(limit),
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

/** The server's limit. */
const MAX_COUNT = 100

const selectOwner = (known: LoadedNotifications | undefined, owner: string) =>
  known?.owner === owner ? known : undefined

const withStatus = (one: Notification, status: Notification['status']) =>
  status === 'archived' ? undefined : { ...one, status, viewed: status === 'read' }
