import { ApiError } from '@gatehouse/api'
import type { LoginAnswer } from '@gatehouse/sdk'
import type { Found } from '../flow/flow'
import { type Factor, factorsOf, isDevice } from '../two-factor/factors'
import type { Facts } from './facts'

/** The server's text (wire reference §3). */
const FAILED = 'ER-01049'

type Next = readonly [step: string, found: Found<Facts>]

/** Chooses the step after a login answer; the first rule that returns a step wins (spec §4). */
const RULES: readonly ((answer: LoginAnswer) => Next | undefined)[] = [secondFactor, breachedPassword, oldPassword]

export function afterAnswer(answer: LoginAnswer): Next {
  for (const rule of RULES) {
    const next = rule(answer)
    if (next) return next
  }
  // A proxy answered instead of the server: without a token the user would be redirected back and forth.
  if (!answer.accessToken) throw new ApiError(502, FAILED, ['Failed to authenticate'])
  return ['success', { welcome: answer }]
}

/** Comes first, because without MFA the user is not signed in. With a single device, goes directly to it. */
function secondFactor(answer: LoginAnswer): Next | undefined {
  const { mfaRequired, mfaToken, mfaEnrolled, mfaDevices } = answer
  if (!mfaRequired || !mfaToken) return undefined
  const challenge = { ...answer, mfaToken }
  if (mfaEnrolled === false) return enrollment(challenge)
  const [factor, ...others] = factorsOf(mfaDevices)
  if (!factor || others.length > 0) return ['loginWithTwoFactor', { challenge, sent: undefined }]
  const [step, found] = stepOfFactor(factor)
  return [step, { challenge, sent: undefined, ...found }]
}

/** A breached password must be replaced by a mailed link. */
function breachedPassword({ isBreachedPassword, accessToken, userEmail }: LoginAnswer): Next | undefined {
  return isBreachedPassword && !accessToken ? ['breachedPassword', { email: userEmail }] : undefined
}

function oldPassword({ resetPasswordToken, userId }: LoginAnswer): Next | undefined {
  return resetPasswordToken && userId ? ['replacePassword', { link: { userId, token: resetPasswordToken } }] : undefined
}

/** The step that uses a device or asks for a code. */
export const stepOfFactor = (factor: Factor): Next =>
  isDevice(factor) ? ['verifyDevice', { device: factor }] : ['verifyTwoFactor', { factor }]

/** The enrollment step of each MFA method that a policy can allow. */
export const ENROLLMENTS = {
  AuthenticatorApp: 'enrollAuthenticator',
  WebAuthnPlatform: 'enrollPlatform',
  WebAuthnCrossPlatform: 'enrollSecurityKey',
  SMS: 'enrollPhone',
  EmailCode: 'enrollEmail',
} as const

export type Strategy = keyof typeof ENROLLMENTS

export function strategiesOf({ mfaStrategies = ['AuthenticatorApp'] }: LoginAnswer): Strategy[] {
  return mfaStrategies.filter((name): name is Strategy => Object.hasOwn(ENROLLMENTS, name))
}

/** With a single allowed method, goes directly to it. */
function enrollment(challenge: Facts['challenge']): Next {
  const [only, ...others] = strategiesOf(challenge)
  return [only && others.length === 0 ? ENROLLMENTS[only] : 'forceTwoFactor', { challenge }]
}
