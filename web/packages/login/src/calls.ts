import { ApiError } from '@gatehouse/api'
import type { Call, LoginAnswer } from '@gatehouse/sdk'
import type { PasswordConfig } from '@gatehouse/ui'
import { withCaptcha } from './captcha'
import { type InvitationDetails, verifyInvitation } from './login/calls'

// Shapes: wire reference, "Sign-up, activation, invitations" and "Passwords and captcha".
const USERS = '/identity/resources/users/v1'
const post = (body: unknown) => ({ method: 'POST', body }) as const

export interface MailLink {
  readonly userId: string
  readonly token: string
}

/** Reads a mailed link from the address; undefined if a parameter is missing. */
export function parseMailLink(search: URLSearchParams): MailLink | undefined {
  const userId = search.get('userId')
  const token = search.get('token')
  return userId && token ? { userId, token } : undefined
}

export interface SignUpRequest {
  readonly email: string
  readonly name: string
  readonly companyName: string
  readonly phoneNumber?: string
  readonly invitationToken?: string
}

export interface SignUpAnswer {
  readonly shouldActivate: boolean
  readonly authResponse?: LoginAnswer
  readonly userId?: string
  readonly tenantId?: string
}

export const signUp = (call: Call, request: SignUpRequest) =>
  withCaptcha(call, (solved) => call<SignUpAnswer>(`${USERS}/signUp`, post({ ...request, ...solved })))

const loadActivationStrategy = (call: Call, { userId, token }: MailLink) =>
  call<{ shouldSetPassword: boolean }>(`${USERS}/activate/strategy`, { query: { userId, token } })

/** What an activation page needs before it can be shown. */
export interface ActivationRequirements {
  readonly shouldSetPassword: boolean
  readonly config: PasswordConfig
  /** Set if activating also accepts an invitation. */
  readonly details?: InvitationDetails | undefined
}

export async function loadActivationRequirements(call: Call, link: MailLink): Promise<ActivationRequirements> {
  const [{ shouldSetPassword }, details] = await Promise.all([
    loadActivationStrategy(call, link),
    // Activation also works without the details of the invitation.
    verifyInvitation(call, link.token).catch(() => undefined),
  ])
  return {
    shouldSetPassword,
    details,
    config: shouldSetPassword ? await loadPasswordConfig(call, link.userId) : {},
  }
}

export const activateAccount = (call: Call, link: MailLink, password?: string) =>
  call<LoginAnswer>(`${USERS}/activate`, post({ ...link, ...(password && { password }) }))

export const requestPasswordReset = (call: Call, email: string) => call(`${USERS}/passwords/reset`, post({ email }))

export const resetPassword = (call: Call, link: MailLink, password: string) =>
  call(`${USERS}/passwords/reset/verify`, post({ ...link, password }))

/** Checks a reset link. False if it was used or has expired; true if the server does not support the check. */
export async function isResetLinkValid(call: Call, link: MailLink): Promise<boolean> {
  try {
    await call(`${USERS}/passwords/reset/validate`, post(link))
    return true
  } catch (error) {
    return !(error instanceof ApiError && (error.status === 400 || error.status === 410))
  }
}

/** Loads the vendor's password rules, overridden by those of the user's tenant. */
export async function loadPasswordConfig(call: Call, userId: string): Promise<PasswordConfig> {
  const [general, own] = await Promise.all([
    call<PasswordConfig>('/identity/resources/configurations/v1/password').catch(() => ({})),
    call<PasswordConfig>(`${USERS}/passwords/config`, { query: { userId } }).catch(() => ({})),
  ])
  return { ...general, ...own }
}

export const startImpersonation = (call: Call, impersonatedUserId: string, actorToken: string) =>
  call<LoginAnswer>('/identity/resources/impersonation/v1', post({ impersonatedUserId, actorToken }))

export const acceptInvitation = (call: Call, link: MailLink) => call(`${USERS}/invitation/accept`, post(link))

export interface SignUpStrategy {
  readonly strategy: string
  readonly isActive: boolean
  readonly isRequired: boolean
}

/** Loads whether sign-up asks for a phone number and requires it. */
export async function loadPhoneRequirement(call: Call): Promise<{ asked: boolean; required: boolean }> {
  const path = '/identity/resources/configurations/v1/sign-up/strategies'
  const strategies = await call<readonly SignUpStrategy[] | object>(path).catch(() => [])
  const phone = Array.isArray(strategies) ? strategies.find(({ strategy }) => strategy === 'phoneNumber') : undefined
  return { asked: phone?.isActive === true, required: phone?.isActive === true && phone.isRequired === true }
}
