import type { LoginAnswer } from '@gatehouse/sdk'
import type { Link } from '../calls'
import { type StepProps as Props, stepOf } from '../flow/flow'
import type { PhoneToEnroll } from '../two-factor/calls'
import type { CodeFactor, DeviceFactor } from '../two-factor/factors'

/** What the steps of signing in find out for those that come after. */
export interface Facts {
  readonly email: string
  /** Where single sign-on begins. */
  readonly address: string
  /** Where a text message with a code went, masked. */
  readonly number: string
  /** The answer that asks for a second factor. */
  readonly challenge: LoginAnswer & { readonly mfaToken: string }
  /** The way to prove it that was chosen. */
  readonly factor: CodeFactor
  readonly device: DeviceFactor
  /** The code that was sent last, and the token that belongs to it. */
  readonly sent: { readonly factor: CodeFactor; readonly otcToken: string | undefined }
  /** The phone that is being set up as a second factor. */
  readonly phone: PhoneToEnroll
  /** A second factor is set up; its recovery code has to be saved before one goes in. */
  readonly enrolled: LoginAnswer & { readonly recoveryCode: string }
  /** Sets a new password where the old one has become too old. */
  readonly link: Link
  /** Why a company's sign-in did not work. */
  readonly failure: string
  /** Whom this browser remembers, for quick login. */
  readonly remembered: string
  /** In another tab somebody is giving themselves a second factor. */
  readonly settingUp: boolean
  /** The answer that signed somebody in. */
  readonly welcome: LoginAnswer
}

export type StepProps<Taken extends keyof Facts = never> = Props<Facts, Taken>

export const step = stepOf<Facts>()
