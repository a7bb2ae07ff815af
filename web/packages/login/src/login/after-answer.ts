import type { LoginAnswer } from '@gatehouse/sdk'
import type { Found } from '../flow/flow'
import { factorsOf } from '../two-factor/calls'
import type { Facts } from './facts'

type Next = readonly [step: string, found: Found<Facts>]

/** Where a login answer leads; the first rule that has something to say decides (spec §4). */
const RULES: readonly ((answer: LoginAnswer) => Next | undefined)[] = [secondFactor]

export function afterAnswer(answer: LoginAnswer): Next {
  for (const rule of RULES) {
    const next = rule(answer)
    if (next) return next
  }
  return ['success', { welcome: answer }]
}

/** Outranks everything, because without it nobody is in yet. With one device it goes straight to its code. */
function secondFactor(answer: LoginAnswer): Next | undefined {
  const { mfaRequired, mfaToken, mfaEnrolled, mfaDevices } = answer
  if (!mfaRequired || !mfaToken) return undefined
  const challenge = { ...answer, mfaToken }
  if (mfaEnrolled === false) return ['forceTwoFactor', { challenge }]
  const [factor, ...others] = factorsOf(mfaDevices)
  if (factor && others.length === 0) return ['verifyTwoFactor', { challenge, factor, sent: undefined }]
  return ['loginWithTwoFactor', { challenge, sent: undefined }]
}
