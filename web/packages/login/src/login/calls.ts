import type { Call } from '@gatehouse/sdk'

// Calls of the first steps; other pages load their own.
const USERS = '/identity/resources/users/v1'
const post = (body: unknown) => ({ method: 'POST', body }) as const

/**
 * Returns the address where single sign-on starts for this email; undefined if there is none or the lookup failed. Only
 * http(s) addresses are returned.
 */
export async function findSsoAddress(call: Call, email: string, tenantId?: string): Promise<string | undefined> {
  const body = { email, ...(tenantId && { tenantId }) }
  const answer = await call<{ address?: string }>('/identity/resources/auth/v2/user/sso/prelogin', post(body)).catch(
    () => undefined,
  )
  return answer?.address && /^https?:/i.test(answer.address) ? answer.address : undefined
}

export const resendActivation = (call: Call, email: string) => call(`${USERS}/activate/reset`, post({ email }))

/**
 * The details of an invitation; `name` is the tenant's. There is no inviter if a backend created the invitation, or if
 * the account was created by its own sign-up.
 */
export interface InvitationDetails {
  readonly name: string
  readonly inviterName?: string
  readonly inviterEmail?: string
  /** The invited address, masked. */
  readonly email?: string
}

export const verifyInvitation = (call: Call, token: string) =>
  call<InvitationDetails>('/identity/resources/tenants/invites/v1/verify', post({ token }))
