import { decodeToken, type SessionState } from '@gatehouse/sdk'

export type IsIn = (state: SessionState) => boolean

/**
 * Creates the check whether the user is signed in. With `prompt=login`, a session that existed on arrival does not
 * count until the user has signed in again.
 */
export function arrival(asksAgain: boolean): IsIn {
  let onArrival: number | undefined
  return (state) => {
    if (state.status === 'loading') return false
    const signedInAt = state.status === 'authenticated' ? (decodeToken(state.accessToken).auth_time ?? 0) : -1
    onArrival ??= signedInAt
    return signedInAt >= 0 && (!asksAgain || signedInAt > onArrival)
  }
}
