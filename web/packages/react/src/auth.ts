import {
  type ApiError,
  type AuthorizeOptions,
  leaveRedirect,
  type Session,
  type SessionState,
  type User,
} from '@gatehouse/sdk'
import { use, useCallback } from 'react'
import { useSession, useSessionState, useWiring } from './context'

export class NotSignedInError extends Error {
  override readonly name = 'NotSignedInError'

  constructor() {
    super('useAuthUser needs somebody who is signed in. Use useAuthUserOrNull where that is not certain.')
  }
}

/** What `useAuth` tells. `login`, `logout` and `refresh` are those of the session. */
export interface Auth extends Pick<Session, 'login' | 'logout' | 'refresh'> {
  readonly status: SessionState['status']
  readonly isLoading: boolean
  readonly isAuthenticated: boolean
  readonly user: User | null
  readonly accessToken: string | null
  /**
   * Why it is nobody: no network, a server in trouble, or hosted pages that sent the person back without a login
   * (`access_denied`), which must not be started anew at once. Null when nobody has signed in yet.
   */
  readonly error: ApiError | null
  /** Of the vendor: `on` is on, any other word is off. */
  readonly flags: Readonly<Record<string, string>>
}

/** Whether somebody is signed in, who it is, and the ways in and out. Renders again whenever that changes. */
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
 * The signed-in user. Suspends until it is known who that is; the Suspense boundary may be anywhere, or missing. Throws
 * `NotSignedInError` when no user is signed in.
 */
export function useAuthUser(): User {
  const session = useSession()
  const state = useSessionState()
  if (state.status === 'loading') use(session.start())
  // A page that takes over what a server drew sees `loading` at first, although the session may know the user by then.
  const user = state.user ?? session.getSnapshot().user
  if (!user) throw new NotSignedInError()
  return user
}

/** Who is signed in; null while that is being found out, and when it is nobody. */
export const useAuthUserOrNull = (): User | null => useSessionState().user

/** Sends the person to sign in, and back to where they are now. Of `options` only `prompt` counts in embedded mode. */
export function useLoginWithRedirect(): (options?: AuthorizeOptions) => Promise<void> {
  const { session, loginUrl, navigate } = useWiring()
  return useCallback(
    async (options) => {
      const { href, storage } = session.environment
      const place = href()
      const isKept = leaveRedirect(place, storage)
      if (session.mode === 'hosted') session.environment.navigate(await session.authorizeUrl(options))
      else {
        const page = withQuery(loginUrl, { prompt: options?.prompt, organization: session.loginAlias })
        // A login page that cannot read what was left here is told.
        navigate(isKept && isSameOrigin(page, place) ? page : withQuery(page, { redirectUrl: place }))
      }
    },
    [session, loginUrl, navigate],
  )
}

const isSameOrigin = (url: string, page: string): boolean => new URL(url, page).origin === new URL(page).origin

/** Behind the route, also where that stands behind a hash. */
export function withQuery(url: string, wanted: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams(said).toString()
  return query ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url
}
