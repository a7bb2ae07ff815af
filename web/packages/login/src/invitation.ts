import { useCallback } from 'react'
import { useLogin } from './context'
import { type Inviting, verifyInvitation } from './login/calls'
import { isRefusal } from './refusal'
import { useLoaded } from './use-loaded'

export interface Invitation {
  /** Null without an invite link, and for one that is dead. */
  readonly token: string | null
  /** The tenant that invites, once its link is verified. */
  readonly tenant?: string | undefined
  readonly inviting?: Inviting | undefined
  /** The link is used up, taken back, or was never one. */
  readonly isDead: boolean
  /** It could not be found out. */
  readonly trouble?: unknown
}

/** The invite link that brought the person to the login or sign-up page. */
export function useInvitation(): Invitation {
  const { session, search } = useLogin()
  const token = search.get('invitationToken')
  const { value: inviting, error } = useLoaded(
    useCallback(async () => (token ? verifyInvitation(session.call, token) : undefined), [session, token]),
  )
  if (isRefusal(error)) return { token: null, isDead: true }
  return { token, tenant: inviting?.name, inviting, isDead: false, trouble: error }
}
