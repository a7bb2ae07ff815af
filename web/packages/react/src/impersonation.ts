import { type Claims, decodeToken, type Session, type User } from '@gatehouse/sdk'
import { useEffect, useState } from 'react'
import { useSession, useSessionState } from './context'

export interface Impersonation {
  /** The id of the user who impersonates. */
  readonly actorId: string
  /** The impersonated user. */
  readonly user: User
  /** When it expires; undefined until the server has answered. */
  readonly until: Date | undefined
  /** Ends the impersonation. No user is signed in afterwards. */
  end(): Promise<unknown>
}

/** Returns the current impersonation, by the token's claim `act`; null if there is none. */
export function useImpersonation(): Impersonation | null {
  const session = useSession()
  const { user, accessToken } = useSessionState()
  const [until, setUntil] = useState<Date>()
  const actorId = accessToken === null ? undefined : getActorId(decodeToken(accessToken))

  useEffect(() => {
    if (!actorId) return
    let isUnmounted = false
    const setIfMounted = (end: Date | undefined) => isUnmounted || setUntil(end)
    // The impersonation must be visible even if its expiry cannot be loaded.
    loadExpiry(session).then(setIfMounted, () => setIfMounted(undefined))
    return () => {
      isUnmounted = true
    }
  }, [session, actorId])

  return user && actorId ? { actorId, user, until, end: () => session.logout() } : null
}

function getActorId({ act }: Claims): string | undefined {
  const sub = typeof act === 'object' && act !== null && 'sub' in act ? act.sub : undefined
  return typeof sub === 'string' ? sub : undefined
}

async function loadExpiry(session: Session): Promise<Date | undefined> {
  const answer = await session.fetch(`${session.baseUrl}/identity/resources/users/sessions/v1/me/current`)
  if (!answer.ok) return undefined
  const { expires } = (await answer.json()) as { readonly expires?: string }
  const end = new Date(expires ?? '')
  return Number.isNaN(end.getTime()) ? undefined : end
}
