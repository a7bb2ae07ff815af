import { type Answer, type ApiCall, post } from '../api-call'
import type { CodeFactor } from './factors'

// Wire reference, "auth-mfa-login"; boot calls §4.
const MFA = '/identity/resources/auth/v1/user/mfa'

type PhonePath = `${typeof MFA}/sms/{device_id}`

/** Sends a code and returns its token. Authenticator apps create their own codes. */
export async function sendCode(call: ApiCall, factor: CodeFactor, mfaToken: string): Promise<string | undefined> {
  if (factor.kind === 'authenticator') return undefined
  const path = factor.kind === 'sms' ? (`${MFA}/sms/${factor.id}` as PhonePath) : (`${MFA}/emailcode` as const)
  return (await call(path, post({ mfaToken }))).otcToken
}

interface CodeVerification {
  readonly mfaToken: string
  readonly code: string
  readonly otcToken?: string | undefined
  readonly rememberDevice: boolean
}

export function verifyCode(
  call: ApiCall,
  factor: CodeFactor,
  { code, otcToken, ...proof }: CodeVerification,
): Promise<Answer<`${typeof MFA}/verify`, 'POST'>> {
  if (factor.kind === 'authenticator') return call(`${MFA}/verify`, post({ ...proof, value: code }))
  const path =
    factor.kind === 'sms'
      ? (`${MFA}/sms/${factor.id}/verify` as `${PhonePath}/verify`)
      : (`${MFA}/emailcode/verify` as const)
  // Set for every method that sends a code.
  return call(path, post({ ...proof, otcToken: otcToken as string, code }))
}

/** Starts enrollment during sign-in if the login answer has no QR code. */
export const startAuthenticatorEnrollment = (call: ApiCall, mfaToken: string) =>
  call(`${MFA}/authenticator/enroll`, post({ mfaToken }))

export const enrollAuthenticator = (call: ApiCall, mfaToken: string, token: string) =>
  call(`${MFA}/authenticator/enroll/verify`, post({ mfaToken, token, rememberDevice: false }))

export type PhoneToEnroll = Answer<`${typeof MFA}/sms/enroll`, 'POST'>

export const startPhoneEnrollment = (call: ApiCall, mfaToken: string, phoneNumber: string) =>
  call(`${MFA}/sms/enroll`, post({ mfaToken, phoneNumber }))

export const enrollPhone = (call: ApiCall, mfaToken: string, otcToken: string, code: string) =>
  call(`${MFA}/sms/enroll/verify`, post({ mfaToken, otcToken, code, rememberDevice: false }))

/** Turns MFA off with a recovery code. It does not sign in. */
export const recoverAccount = (call: ApiCall, email: string, recoveryCode: string) =>
  call(`${MFA}/recover`, post({ email, recoveryCode }))

/** Whether the policy allows skipping MFA on this device for some time. */
export async function mayRememberDevice(call: ApiCall, mfaToken: string): Promise<boolean> {
  const path = '/identity/resources/configurations/v1/mfa-policy/allow-remember-device'
  const answer = await call(path, { query: { mfaToken } }).catch(() => undefined)
  return answer?.isAllowedToRemember === true
}
