import { useCallback } from 'react'
import { useLogin } from './context'
import { isClientError } from './is-client-error'
import { type InvitationDetails, verifyInvitation } from './login/calls'
import { useLoad } from './use-load'

export interface Invitation {
  /** Null without an invitation link, or if it is invalid. */
  readonly token: string | null
  /** The inviting tenant, once the link is verified. */
  readonly tenant?: string | undefined
  readonly details?: InvitationDetails | undefined
  /** The link was used, withdrawn or never existed. */
  readonly isInvalid: boolean
  /** Verifying the link failed for another reason. */
  readonly error?: unknown
}

/** The invitation link in the address of the login or sign-up page. */
export function useInvitation(): Invitation {
  const { session, search } = useLogin()
  const token = search.get('invitationToken')
  const { value: details, error } = useLoad(
    useCallback(async () => (token ? verifyInvitation(session.call, token) : undefined), [session, token]),
  )
  if (isClientError(error)) return { token: null, isInvalid: true }
  return { token, tenant: details?.name, details, isInvalid: false, error }
}
