import { type Claims, decodeToken, type Session, type User } from '@gatehouse/sdk'
import { useEffect, useState } from 'react'
import { useSession, useSessionState } from './context'

export interface Impersonation {
  /** The id of whoever acts. */
  readonly actorId: string
  /** In whose name they act. */
  readonly user: User
  /** When it ends by itself; undefined until the server has said so. */
  readonly until: Date | undefined
  /** Ends it now: nobody is signed in then. */
  end(): Promise<unknown>
}

/** Set while somebody else, usually of support, acts in the name of who is signed in: by the token's claim `act`. */
export function useImpersonation(): Impersonation | null {
  const session = useSession()
  const { user, accessToken } = useSessionState()
  const [until, setUntil] = useState<Date>()
  const actorId = accessToken === null ? undefined : actorOf(decodeToken(accessToken))

  useEffect(() => {
    if (!actorId) return
    let isOver = false
    const tell = (end: Date | undefined) => isOver || setUntil(end)
    // Who acts has to know that they do; until when is less important.
    endOf(session).then(tell, () => tell(undefined))
    return () => {
      isOver = true
    }
  }, [session, actorId])

  return user && actorId ? { actorId, user, until, end: () => session.logout() } : null
}

function actorOf({ act }: Claims): string | undefined {
  const sub = typeof act === 'object' && act !== null && 'sub' in act ? act.sub : undefined
  return typeof sub === 'string' ? sub : undefined
}

async function endOf(session: Session): Promise<Date | undefined> {
  const answer = await session.fetch(`${session.baseUrl}/identity/resources/users/sessions/v1/me/current`)
  if (!answer.ok) return undefined
  const { expires } = (await answer.json()) as { readonly expires?: string }
  const end = new Date(expires ?? '')
  return Number.isNaN(end.getTime()) ? undefined : end
}
