import { decodeToken, type SessionState } from '@gatehouse/sdk'

export type SignInCheck = (state: SessionState) => boolean

/**
 * Creates the check whether the user is signed in. With `prompt=login`, a session that existed on arrival does not
 * count until the user has signed in again.
 */
export function createSignInCheck(requiresNewSignIn: boolean): SignInCheck {
  let signedInOnArrival: number | undefined
  return (state) => {
    if (state.status === 'loading') return false
    const signedInAt = state.status === 'authenticated' ? (decodeToken(state.accessToken).auth_time ?? 0) : -1
    signedInOnArrival ??= signedInAt
    return signedInAt >= 0 && (!requiresNewSignIn || signedInAt > signedInOnArrival)
  }
}
