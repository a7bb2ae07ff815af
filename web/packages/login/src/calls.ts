import { ApiError } from '@gatehouse/api'
import type { PasswordConfig } from '@gatehouse/ui'
import { type Answer, type ApiCall, type Body, post } from './api-call'
import { withCaptcha } from './captcha'
import { type InvitationDetails, verifyInvitation } from './login/calls'

// Shapes: wire reference, "Sign-up, activation, invitations" and "Passwords and captcha".
const USERS = '/identity/resources/users/v1'
const SIGN_UP_STRATEGIES = '/identity/resources/configurations/v1/sign-up/strategies'

export type MailLink = Body<`${typeof USERS}/invitation/accept`>

/** Reads a mailed link from the address; undefined if a parameter is missing. */
export function parseMailLink(search: URLSearchParams): MailLink | undefined {
  const userId = search.get('userId')
  const token = search.get('token')
  return userId && token ? { userId, token } : undefined
}

export type SignUpAnswer = Answer<`${typeof USERS}/signUp`, 'POST'>

export const signUp = (call: ApiCall, request: Body<`${typeof USERS}/signUp`>) =>
  withCaptcha(call, (solved) => call(`${USERS}/signUp`, post({ ...request, ...solved })))

const loadActivationStrategy = (call: ApiCall, { userId, token }: MailLink) =>
  call(`${USERS}/activate/strategy`, { query: { userId, token } })

/** What an activation page needs before it can be shown. */
export interface ActivationRequirements {
  readonly shouldSetPassword: boolean
  readonly config: PasswordConfig
  /** Set if activating also accepts an invitation. */
  readonly details?: InvitationDetails | undefined
}

export async function loadActivationRequirements(call: ApiCall, link: MailLink): Promise<ActivationRequirements> {
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

export const activateAccount = (call: ApiCall, link: MailLink, password?: string) =>
  call(`${USERS}/activate`, post({ ...link, ...(password && { password }) }))

/** The server accepts `email` instead of the described `identifier`. */
type ResetBody = Body<`${typeof USERS}/passwords/reset`>

export const requestPasswordReset = (call: ApiCall, email: string) =>
  call(`${USERS}/passwords/reset`, post({ email } as object as ResetBody))

export const resetPassword = (call: ApiCall, link: MailLink, password: string) =>
  call(`${USERS}/passwords/reset/verify`, post({ ...link, password }))

/** Checks a reset link. False if it was used or has expired; true if the server does not support the check. */
export async function isResetLinkValid(call: ApiCall, link: MailLink): Promise<boolean> {
  try {
    await call(`${USERS}/passwords/reset/validate`, post(link))
    return true
  } catch (error) {
    return !(error instanceof ApiError && (error.status === 400 || error.status === 410))
  }
}

/** Loads the vendor's password rules, overridden by those of the user's tenant. */
export async function loadPasswordConfig(call: ApiCall, userId: string): Promise<PasswordConfig> {
  const [general, own] = await Promise.all([
    call('/identity/resources/configurations/v1/password').catch(() => ({})),
    call(`${USERS}/passwords/config`, { query: { userId } }).catch(() => ({})),
  ])
  return { ...general, ...own }
}

export const startImpersonation = (call: ApiCall, impersonatedUserId: string, actorToken: string) =>
  call('/identity/resources/impersonation/v1', post({ impersonatedUserId, actorToken }))

export const acceptInvitation = (call: ApiCall, link: MailLink) => call(`${USERS}/invitation/accept`, post(link))

/** Loads whether sign-up asks for a phone number and requires it. */
export async function loadPhoneRequirement(call: ApiCall): Promise<{ asked: boolean; required: boolean }> {
  const strategies = await call(SIGN_UP_STRATEGIES).catch(() => [])
  const phone = Array.isArray(strategies)
    ? (strategies as Answer<typeof SIGN_UP_STRATEGIES>).find(({ strategy }) => strategy === 'phoneNumber')
    : undefined
  return { asked: phone?.isActive === true, required: phone?.isActive === true && phone.isRequired === true }
}
