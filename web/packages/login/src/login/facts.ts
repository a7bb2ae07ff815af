import type { LoginAnswer } from '@gatehouse/sdk'
import type { MailLink } from '../calls'
import { createStepDefiner, type StepProps as Props } from '../flow/flow'
import type { PhoneToEnroll } from '../two-factor/calls'
import type { CodeFactor, DeviceFactor } from '../two-factor/factors'

/** Facts that the sign-in steps collect for later steps. */
export interface LoginFacts {
  readonly email: string
  /** Where single sign-on starts. */
  readonly address: string
  /** The phone number that received the code, masked. */
  readonly number: string
  /** The login answer that requires MFA. */
  readonly challenge: LoginAnswer & { readonly mfaToken: string }
  /** The chosen MFA method. */
  readonly factor: CodeFactor
  readonly device: DeviceFactor
  /** The last code that was sent, and its token. */
  readonly sentCode: { readonly factor: CodeFactor; readonly otcToken: string | undefined }
  /** The phone that is being enrolled for MFA. */
  readonly phone: PhoneToEnroll
  /** MFA is enrolled; the recovery code must be saved before sign-in completes. */
  readonly enrolled: LoginAnswer & { readonly recoveryCode: string }
  /** The link to replace an expired password. */
  readonly link: MailLink
  /** Why single sign-on failed. */
  readonly failure: string
  /** The id of the user remembered for quick login. */
  readonly quickUserId: string
  /** The user is enrolling MFA in another tab. */
  readonly isEnrolling: boolean
  /** The answer that signed the user in. */
  readonly loginAnswer: LoginAnswer
}

export type StepProps<Required extends keyof LoginFacts = never> = Props<LoginFacts, Required>

export const defineStep = createStepDefiner<LoginFacts>()
