import type { Call, LoginAnswer } from '@gatehouse/sdk'
import type { CodeFactor } from './factors'

// Wire reference, "auth-mfa-login"; boot calls §4.
const MFA = '/identity/resources/auth/v1/user/mfa'
const post = (body: unknown) => ({ method: 'POST', body }) as const

/** Has the code sent. An authenticator app makes its own; the others answer a token that belongs to the code. */
export async function sendCode(call: Call, factor: CodeFactor, mfaToken: string): Promise<string | undefined> {
  if (factor.kind === 'authenticator') return undefined
  const path = factor.kind === 'sms' ? `${MFA}/sms/${factor.id}` : `${MFA}/emailcode`
  return (await call<{ otcToken: string }>(path, post({ mfaToken }))).otcToken
}

interface Proof {
  readonly mfaToken: string
  readonly code: string
  readonly otcToken?: string | undefined
  readonly rememberDevice: boolean
}

export function verifyCode(call: Call, factor: CodeFactor, { code, otcToken, ...proof }: Proof): Promise<LoginAnswer> {
  if (factor.kind === 'authenticator') return call(`${MFA}/verify`, post({ ...proof, value: code }))
  const path = factor.kind === 'sms' ? `${MFA}/sms/${factor.id}/verify` : `${MFA}/emailcode/verify`
  return call(path, post({ ...proof, otcToken, code }))
}

export interface AuthenticatorToSetUp {
  readonly qrCode: string
  readonly setupUri?: string | undefined
}

/** For who may not go on without a second factor: the picture to scan, where the login answer has none. */
export const beginAuthenticator = (call: Call, mfaToken: string) =>
  call<AuthenticatorToSetUp>(`${MFA}/authenticator/enroll`, post({ mfaToken }))

export const enrollAuthenticator = (call: Call, mfaToken: string, token: string) =>
  call<LoginAnswer>(`${MFA}/authenticator/enroll/verify`, post({ mfaToken, token, rememberDevice: false }))

export interface PhoneToEnroll {
  readonly phoneNumber: string
  readonly otcToken: string
}

export const beginPhone = (call: Call, mfaToken: string, phoneNumber: string) =>
  call<PhoneToEnroll>(`${MFA}/sms/enroll`, post({ mfaToken, phoneNumber }))

export const enrollPhone = (call: Call, mfaToken: string, otcToken: string, code: string) =>
  call<LoginAnswer>(`${MFA}/sms/enroll/verify`, post({ mfaToken, otcToken, code, rememberDevice: false }))

/** Takes the second factor off by a recovery code. Nobody is signed in by it. */
export const recover = (call: Call, email: string, recoveryCode: string) =>
  call(`${MFA}/recover`, post({ email, recoveryCode }))

/** Whether the policy lets people skip the second factor on this device for a while. */
export async function mayRemember(call: Call, mfaToken: string): Promise<boolean> {
  const path = '/identity/resources/configurations/v1/mfa-policy/allow-remember-device'
  const answer = await call<{ isAllowedToRemember?: boolean }>(path, { query: { mfaToken } }).catch(() => undefined)
  return answer?.isAllowedToRemember === true
}
