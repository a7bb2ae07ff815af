import type { LoginAnswer } from '@gatehouse/sdk'
import type { Link } from '../calls'
import { type StepProps as Props, stepOf } from '../flow/flow'
import type { PhoneToEnroll } from '../two-factor/calls'
import type { CodeFactor, DeviceFactor } from '../two-factor/factors'

/** Facts that the sign-in steps collect for later steps. */
export interface Facts {
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
  readonly sent: { readonly factor: CodeFactor; readonly otcToken: string | undefined }
  /** The phone that is being enrolled for MFA. */
  readonly phone: PhoneToEnroll
  /** MFA is enrolled; the recovery code must be saved before sign-in completes. */
  readonly enrolled: LoginAnswer & { readonly recoveryCode: string }
  /** The link to replace an expired password. */
  readonly link: Link
  /** Why single sign-on failed. */
  readonly failure: string
  /** The id of the user remembered for quick login. */
  readonly remembered: string
  /** The user is enrolling MFA in another tab. */
  readonly settingUp: boolean
  /** The answer that signed the user in. */
  readonly welcome: LoginAnswer
}

export type StepProps<Taken extends keyof Facts = never> = Props<Facts, Taken>

export const step = stepOf<Facts>()
