import { ApiError } from '@gatehouse/api'
import type { LoginAnswer } from '@gatehouse/sdk'
import type { Found } from '../flow/flow'
import { type Factor, factorsOf, isDevice } from '../two-factor/factors'
import type { Facts } from './facts'

/** As the server says it (wire reference §3). */
const FAILED = 'ER-01049'

type Next = readonly [step: string, found: Found<Facts>]

/** Where a login answer leads; the first rule that has something to say decides (spec §4). */
const RULES: readonly ((answer: LoginAnswer) => Next | undefined)[] = [secondFactor, breachedPassword, oldPassword]

export function afterAnswer(answer: LoginAnswer): Next {
  for (const rule of RULES) {
    const next = rule(answer)
    if (next) return next
  }
  // Something between here and the server has answered in its place: nobody is in, and would be sent to and fro.
  if (!answer.accessToken) throw new ApiError(502, FAILED, ['Failed to authenticate'])
  return ['success', { welcome: answer }]
}

/** Outranks everything, because without it nobody is in yet. With one device it goes straight there. */
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

/** Strangers know it, so that its owner sets a new one by mail. */
function breachedPassword({ isBreachedPassword, accessToken, userEmail }: LoginAnswer): Next | undefined {
  return isBreachedPassword && !accessToken ? ['breachedPassword', { email: userEmail }] : undefined
}

function oldPassword({ resetPasswordToken, userId }: LoginAnswer): Next | undefined {
  return resetPasswordToken && userId ? ['replacePassword', { link: { userId, token: resetPasswordToken } }] : undefined
}

/** Where a device is used, and where a code is typed. */
export const stepOfFactor = (factor: Factor): Next =>
  isDevice(factor) ? ['verifyDevice', { device: factor }] : ['verifyTwoFactor', { factor }]

/** Steps that set up each kind that a policy may offer. */
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

/** With one kind on offer it goes straight to it. */
function enrollment(challenge: Facts['challenge']): Next {
  const [only, ...others] = strategiesOf(challenge)
  return [only && others.length === 0 ? ENROLLMENTS[only] : 'forceTwoFactor', { challenge }]
}
