import type { Call, LoginAnswer } from '@gatehouse/sdk'
import type { CodeFactor } from './factors'

// Wire reference, "auth-mfa-login"; boot calls §4.
const MFA = '/identity/resources/auth/v1/user/mfa'
const post = (body: unknown) => ({ method: 'POST', body }) as const

/** Sends a code and returns its token. Authenticator apps create their own codes. */
export async function sendCode(call: Call, factor: CodeFactor, mfaToken: string): Promise<string | undefined> {
  if (factor.kind === 'authenticator') return undefined
  const path = factor.kind === 'sms' ? `${MFA}/sms/${factor.id}` : `${MFA}/emailcode`
  return (await call<{ otcToken: string }>(path, post({ mfaToken }))).otcToken
}

interface CodeVerification {
  readonly mfaToken: string
  readonly code: string
  readonly otcToken?: string | undefined
  readonly rememberDevice: boolean
}

export function verifyCode(
  call: Call,
  factor: CodeFactor,
  { code, otcToken, ...proof }: CodeVerification,
): Promise<LoginAnswer> {
  if (factor.kind === 'authenticator') return call(`${MFA}/verify`, post({ ...proof, value: code }))
  const path = factor.kind === 'sms' ? `${MFA}/sms/${factor.id}/verify` : `${MFA}/emailcode/verify`
  return call(path, post({ ...proof, otcToken, code }))
}

export interface AuthenticatorToSetUp {
  readonly qrCode: string
  readonly setupUri?: string | undefined
}

/** Starts enrollment during sign-in if the login answer has no QR code. */
export const startAuthenticatorEnrollment = (call: Call, mfaToken: string) =>
  call<AuthenticatorToSetUp>(`${MFA}/authenticator/enroll`, post({ mfaToken }))

export const enrollAuthenticator = (call: Call, mfaToken: string, token: string) =>
  call<LoginAnswer>(`${MFA}/authenticator/enroll/verify`, post({ mfaToken, token, rememberDevice: false }))

export interface PhoneToEnroll {
  readonly phoneNumber: string
  readonly otcToken: string
}

export const startPhoneEnrollment = (call: Call, mfaToken: string, phoneNumber: string) =>
  call<PhoneToEnroll>(`${MFA}/sms/enroll`, post({ mfaToken, phoneNumber }))

export const enrollPhone = (call: Call, mfaToken: string, otcToken: string, code: string) =>
  call<LoginAnswer>(`${MFA}/sms/enroll/verify`, post({ mfaToken, otcToken, code, rememberDevice: false }))

/** Turns MFA off with a recovery code. It does not sign in. */
export const recoverAccount = (call: Call, email: string, recoveryCode: string) =>
  call(`${MFA}/recover`, post({ email, recoveryCode }))

/** Whether the policy allows skipping MFA on this device for some time. */
export async function mayRememberDevice(call: Call, mfaToken: string): Promise<boolean> {
  const path = '/identity/resources/configurations/v1/mfa-policy/allow-remember-device'
  const answer = await call<{ isAllowedToRemember?: boolean }>(path, { query: { mfaToken } }).catch(() => undefined)
  return answer?.isAllowedToRemember === true
}
