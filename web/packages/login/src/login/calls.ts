import { type Answer, type ApiCall, post } from '../api-call'

// Calls of the first steps; other pages load their own.
const USERS = '/identity/resources/users/v1'
const VERIFY_INVITATION = '/identity/resources/tenants/invites/v1/verify'

/**
 * Returns the address where single sign-on starts for this email; undefined if there is none or the lookup failed. Only
 * http(s) addresses are returned.
 */
export async function findSsoAddress(call: ApiCall, email: string, tenantId?: string): Promise<string | undefined> {
  const body = { email, ...(tenantId && { tenantId }) }
  const answer = await call('/identity/resources/auth/v2/user/sso/prelogin', post(body)).catch(() => undefined)
  return answer?.address && /^https?:/i.test(answer.address) ? answer.address : undefined
}

export const resendActivation = (call: ApiCall, email: string) => call(`${USERS}/activate/reset`, post({ email }))

/**
 * The details of an invitation; `name` is the tenant's, `email` the invited address, masked. There is no inviter if a
 * backend created the invitation, or if the account was created by its own sign-up.
 */
export type InvitationDetails = Omit<Answer<typeof VERIFY_INVITATION, 'POST'>, 'tenantId'>

export const verifyInvitation = (call: ApiCall, token: string) => call(VERIFY_INVITATION, post({ token }))
