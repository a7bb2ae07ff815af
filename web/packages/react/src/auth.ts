import {
  type ApiError,
  type AuthorizeOptions,
  type Session,
  type SessionState,
  saveRedirect,
  type User,
} from '@gatehouse/sdk'
import { useCallback } from 'react'
import { useGatehouse, useSession, useSessionState } from './context'
import { suspendUntil } from './suspend'

export class NotSignedInError extends Error {
  override readonly name = 'NotSignedInError'

  constructor() {
    super('useAuthUser requires a signed-in user. Use useAuthUserOrNull where that is not certain.')
  }
}

/** The result of `useAuth`. `login`, `logout` and `refresh` are those of the session. */
export interface Auth extends Pick<Session, 'login' | 'logout' | 'refresh'> {
  readonly status: SessionState['status']
  readonly isLoading: boolean
  readonly isAuthenticated: boolean
  readonly user: User | null
  readonly accessToken: string | null
  /**
   * Why no user is signed in: no network, a server error, or hosted pages that returned without a login
   * (`access_denied`), which must not be restarted automatically. Null if the user has not signed in yet.
   */
  readonly error: ApiError | null
  /** Feature flags of the vendor: `on` is on, any other value is off. */
  readonly flags: Readonly<Record<string, string>>
}

/** Returns whether a user is signed in, who it is, and how to sign in and out. Re-renders on every change. */
export function useAuth(): Auth {
  const { login, logout, refresh } = useSession()
  const { status, user, accessToken, failure, flags } = useSessionState()
  return {
    status,
    isLoading: status === 'loading',
    isAuthenticated: status === 'authenticated',
    user,
    accessToken,
    error: failure ?? null,
    flags,
    login,
    logout,
    refresh,
  }
}

/**
 * Returns the signed-in user. Suspends until the session is restored; the Suspense boundary may be anywhere, or
 * missing. Throws `NotSignedInError` when no user is signed in.
 */
export function useAuthUser(): User {
  const session = useSession()
  const state = useSessionState()
  if (state.status === 'loading') suspendUntil(session.start())
  // During hydration of a server-rendered page the state is `loading` at first, although the session may know the user
  // by then.
  const user = state.user ?? session.getSnapshot().user
  if (!user) throw new NotSignedInError()
  return user
}

/** Returns the signed-in user; null while loading and when signed out. */
export const useAuthUserOrNull = (): User | null => useSessionState().user

/**
 * Returns a function that redirects to sign-in and back to the current address. In embedded mode only `prompt` of
 * `options` applies.
 */
export function useLoginWithRedirect(): (options?: AuthorizeOptions) => Promise<void> {
  const { session, loginUrl, navigate } = useGatehouse()
  return useCallback(
    async (options) => {
      const { href, storage } = session.environment
      const address = href()
      const isSaved = saveRedirect(address, storage)
      if (session.mode === 'hosted') session.environment.navigate(await session.authorizeUrl(options))
      else {
        const page = withQuery(loginUrl, { prompt: options?.prompt, organization: session.loginAlias })
        // A login page that cannot read this storage gets the address as a parameter.
        navigate(isSaved && isSameOrigin(page, address) ? page : withQuery(page, { redirectUrl: address }))
      }
    },
    [session, loginUrl, navigate],
  )
}

const isSameOrigin = (url: string, page: string): boolean => new URL(url, page).origin === new URL(page).origin

/** Appends query parameters, after the hash route if there is one. */
export function withQuery(url: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const defined = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams(defined).toString()
  return query ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url
}
