import { decodeToken, type SessionState } from '@gatehouse/sdk'

export type IsIn = (state: SessionState) => boolean

/**
 * Whether somebody is in. Where a new sign-in is asked for (`prompt=login`), whoever was in on arrival is not, until they
 * have signed in once more.
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
