import { type AuthorizeOptions, leaveRedirect, type SessionState, type User } from '@gatehouse/sdk'
import { use, useCallback } from 'react'
import { useSession, useSessionState, useWiring } from './context'

export class NotSignedInError extends Error {
  override readonly name = 'NotSignedInError'

  constructor() {
    super('useAuthUser needs somebody who is signed in. Use useAuthUserOrNull where that is not certain.')
  }
}

export interface Auth {
  readonly status: SessionState['status']
  readonly isLoading: boolean
  readonly isAuthenticated: boolean
  readonly user: User | null
  readonly accessToken: string | null
  readonly flags: Readonly<Record<string, string>>
  login(credentials: { email: string; password: string }): Promise<unknown>
  logout(): Promise<void>
  refresh(): Promise<string | undefined>
}

export function useAuth(): Auth {
  const { login, logout, refresh } = useSession()
  const { status, user, accessToken, flags } = useSessionState()
  const isLoading = status === 'loading'
  return { status, isLoading, isAuthenticated: user !== null, user, accessToken, flags, login, logout, refresh }
}

/** Who is signed in. Suspends while that is being found out, throws `NotSignedInError` when it is nobody. */
export function useAuthUser(): User {
  const session = useSession()
  const { status, user } = useSessionState()
  if (status === 'loading') use(session.start())
  if (!user) throw new NotSignedInError()
  return user
}

export const useAuthUserOrNull = (): User | null => useSessionState().user

/** Sends the person to sign in, and back to where they are now. */
export function useLoginWithRedirect(): (options?: AuthorizeOptions) => Promise<void> {
  const { session, loginUrl, navigate } = useWiring()
  return useCallback(
    async (options) => {
      const { href, storage } = session.environment
      leaveRedirect(href(), storage)
      if (session.mode === 'hosted') session.environment.navigate(await session.authorizeUrl(options))
      else navigate(loginUrl)
    },
    [session, loginUrl, navigate],
  )
}
