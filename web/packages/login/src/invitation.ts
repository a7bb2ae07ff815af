import { useCallback } from 'react'
import { useLogin } from './context'
import { type Inviting, verifyInvitation } from './login/calls'
import { isRefusal } from './refusal'
import { useLoaded } from './use-loaded'

export interface Invitation {
  /** Null without an invitation link, or if it is invalid. */
  readonly token: string | null
  /** The inviting tenant, once the link is verified. */
  readonly tenant?: string | undefined
  readonly inviting?: Inviting | undefined
  /** The link was used, withdrawn or never existed. */
  readonly isDead: boolean
  /** Verifying the link failed for another reason. */
  readonly trouble?: unknown
}

/** The invitation link in the address of the login or sign-up page. */
export function useInvitation(): Invitation {
  const { session, search } = useLogin()
  const token = search.get('invitationToken')
  const { value: inviting, error } = useLoaded(
    useCallback(async () => (token ? verifyInvitation(session.call, token) : undefined), [session, token]),
  )
  if (isRefusal(error)) return { token: null, isDead: true }
  return { token, tenant: inviting?.name, inviting, isDead: false, trouble: error }
}
