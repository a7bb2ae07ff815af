import { ApiError } from '@gatehouse/api'
import type { LoginAnswer } from '@gatehouse/sdk'
import type { Patch } from '../flow/flow'
import { type Factor, isDevice, listFactors } from '../two-factor/factors'
import type { LoginFacts } from './facts'

/** The server's text (wire reference §3). */
const FAILED = 'ER-01049'

type NextStep = readonly [step: string, found: Patch<LoginFacts>]

/** Chooses the step after a login answer; the first rule that returns a step wins (spec §4). */
const RULES: readonly ((answer: LoginAnswer) => NextStep | undefined)[] = [
  getMfaStep,
  getBreachedPasswordStep,
  getExpiredPasswordStep,
]

export function nextLoginStep(answer: LoginAnswer): NextStep {
  for (const rule of RULES) {
    const next = rule(answer)
    if (next) return next
  }
  // A proxy answered instead of the server: without a token the user would be redirected back and forth.
  if (!answer.accessToken) throw new ApiError(502, FAILED, ['Failed to authenticate'])
  return ['success', { loginAnswer: answer }]
}

/** Comes first, because without MFA the user is not signed in. With a single device, goes directly to it. */
function getMfaStep(answer: LoginAnswer): NextStep | undefined {
  const { mfaRequired, mfaToken, mfaEnrolled, mfaDevices } = answer
  if (!mfaRequired || !mfaToken) return undefined
  const challenge = { ...answer, mfaToken }
  if (mfaEnrolled === false) return getEnrollmentStep(challenge)
  const [factor, ...others] = listFactors(mfaDevices)
  if (!factor || others.length > 0) return ['loginWithTwoFactor', { challenge, sentCode: undefined }]
  const [step, found] = getFactorStep(factor)
  return [step, { challenge, sentCode: undefined, ...found }]
}

/** A breached password must be replaced by a mailed link. */
function getBreachedPasswordStep({ isBreachedPassword, accessToken, userEmail }: LoginAnswer): NextStep | undefined {
  return isBreachedPassword && !accessToken ? ['breachedPassword', { email: userEmail }] : undefined
}

function getExpiredPasswordStep({ resetPasswordToken, userId }: LoginAnswer): NextStep | undefined {
  return resetPasswordToken && userId ? ['replacePassword', { link: { userId, token: resetPasswordToken } }] : undefined
}

/** The step that uses a device or asks for a code. */
export const getFactorStep = (factor: Factor): NextStep =>
  isDevice(factor) ? ['verifyDevice', { device: factor }] : ['verifyTwoFactor', { factor }]

/** The enrollment step of each MFA method that a policy can allow. */
export const ENROLLMENTS = {
  AuthenticatorApp: 'enrollAuthenticator',
  WebAuthnPlatform: 'enrollPlatform',
  WebAuthnCrossPlatform: 'enrollSecurityKey',
  SMS: 'enrollPhone',
  EmailCode: 'enrollEmail',
} as const

export type MfaStrategy = keyof typeof ENROLLMENTS

export function getMfaStrategies({ mfaStrategies = ['AuthenticatorApp'] }: LoginAnswer): MfaStrategy[] {
  return mfaStrategies.filter((name): name is MfaStrategy => Object.hasOwn(ENROLLMENTS, name))
}

/** With a single allowed method, goes directly to it. */
function getEnrollmentStep(challenge: LoginFacts['challenge']): NextStep {
  const [only, ...others] = getMfaStrategies(challenge)
  return [only && others.length === 0 ? ENROLLMENTS[only] : 'forceTwoFactor', { challenge }]
}
