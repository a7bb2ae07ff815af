import type { Session, SessionState } from '@gatehouse/sdk'

/** Whose data is shown: one person in one tenant. Empty when nobody is signed in. */
export const ownerOf = ({ user }: SessionState): string => (user ? `${user.id}@${user.tenantId}` : '')

/**
 * The session's `fetch` for one owner. While another is signed in nothing goes out, because it would go out under the
 * other's token; and nothing comes in that was asked for before. It waits until the owner is back, or for ever.
 */
export function ownedFetch(session: Session, owner: string): typeof fetch {
  return async (input, init) => {
    await untilSignedIn(session, owner)
    const response = await session.fetch(input, init)
    await untilSignedIn(session, owner)
    return response
  }
}

function untilSignedIn(session: Session, owner: string): Promise<void> {
  const isIn = () => ownerOf(session.getSnapshot()) === owner
  if (isIn()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = session.subscribe(() => {
      if (!isIn()) return
      stop()
      resolve()
    })
  })
}
