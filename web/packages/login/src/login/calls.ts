import type { Call } from '@gatehouse/sdk'

// What the first steps need; the calls of the other pages come with those.
const USERS = '/identity/resources/users/v1'
const post = (body: unknown) => ({ method: 'POST', body }) as const

/** Where single sign-on begins for this address; undefined when it does not, or when nobody can tell. Never a script. */
export async function ssoAddress(call: Call, email: string, tenantId?: string): Promise<string | undefined> {
  const body = { email, ...(tenantId && { tenantId }) }
  const answer = await call<{ address?: string }>('/identity/resources/auth/v2/user/sso/prelogin', post(body)).catch(
    () => undefined,
  )
  return answer?.address && /^https?:/i.test(answer.address) ? answer.address : undefined
}

export const resendActivation = (call: Call, email: string) => call(`${USERS}/activate/reset`, post({ email }))

/** Whose invitation it is: `name` is the tenant's. Without an inviter it was a backend, or nobody: an account of one's own waits too. */
export interface Inviting {
  readonly name: string
  readonly inviterName?: string
  readonly inviterEmail?: string
  /** Masked, of whom the link was sent to. */
  readonly email?: string
}

export const verifyInvitation = (call: Call, token: string) =>
  call<Inviting>('/identity/resources/tenants/invites/v1/verify', post({ token }))
