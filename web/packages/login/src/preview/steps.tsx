import type { ComponentType } from 'react'
import { PendingInvitation } from '../accept-invitation/pending-invitation'
import { ActivateSuccess } from '../activate/activate-success'
import { ActivatingForm } from '../activate/activating-form'
import { ResendActivation } from '../activate/resend-activation'
import { ForgotPasswordPage } from '../forgot-password/forgot-password-page'
import type { Facts, StepProps } from '../login/facts'
import { STEPS } from '../login/steps'
import { PromptPasskeys } from '../passkeys/prompt-passkeys'
import { ResetPassword } from '../reset-password/reset-password'
import { DeadInvitation } from '../sign-up/dead-invitation'
import { SignUp } from '../sign-up/sign-up'
import { SignUpSuccess } from '../sign-up/sign-up-success'
import { LoginWithSSOFailed } from '../sso/login-with-sso-failed'
import { NoMfaEnrolledStepUp } from '../step-up/no-mfa-enrolled'
import { EMAIL, FACTS } from './canned'

export const FIRST = 'loginWithPassword'
const nothing = () => undefined
const later = () => Promise.resolve()
const LINK = { userId: 'preview', token: 'preview' }
const INVITING = { name: 'Acme', inviterName: 'Ada Lovelace', inviterEmail: 'ada@acme.example' }
const RULES = { minLength: 15 }
const NOT_INVITED = { token: null, isDead: false }

/** The props of any step: every fact is known. */
const propsOf = (name: string) =>
  ({ facts: FACTS, isFirst: name === FIRST, go: nothing, learn: nothing }) as unknown as StepProps<keyof Facts>

const cardOf = (name: string, Card: ComponentType<StepProps<keyof Facts>>): [string, ComponentType] => [
  name,
  () => <Card {...propsOf(name)} />,
]
const ofLogin = Object.entries(STEPS).map(([name, { Component }]) => cardOf(name, Component))

/** Every card of the login box by the name of its step. */
export const CARDS: Readonly<Record<string, ComponentType>> = {
  ...Object.fromEntries(ofLogin),
  loginWithSSOFailed: () => <LoginWithSSOFailed {...propsOf('loginWithSSOFailed')} />,
  promptPasskeys: () => <PromptPasskeys onDone={nothing} />,
  noMFAEnrolledStepUp: () => <NoMfaEnrolledStepUp {...propsOf('noMFAEnrolledStepUp')} />,
  SignUp: () => <SignUp invitation={NOT_INVITED} onDone={later} />,
  SignUpSuccess: () => <SignUpSuccess email={EMAIL} onOtherEmail={nothing} />,
  invalidInvitation: DeadInvitation,
  pendingInvitation: () => (
    <PendingInvitation link={LINK} inviting={INVITING} onAccepted={nothing} onFailed={nothing} />
  ),
  forgotPassword: ForgotPasswordPage,
  resetPassword: () => <ResetPassword link={LINK} config={RULES} onExpired={nothing} />,
  activatingForm: () => (
    <ActivatingForm link={LINK} shouldSetPassword config={RULES} onActivated={later} onExpired={nothing} />
  ),
  activated: ActivateSuccess,
  resend: ResendActivation,
}
