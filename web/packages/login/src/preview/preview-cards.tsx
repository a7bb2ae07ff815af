import type { ComponentType } from 'react'
import { PendingInvitation } from '../accept-invitation/pending-invitation'
import { ActivateSuccess } from '../activate/activate-success'
import { ActivatingForm } from '../activate/activating-form'
import { ResendActivation } from '../activate/resend-activation'
import { ForgotPasswordPage } from '../forgot-password/forgot-password-page'
import type { LoginFacts, StepProps } from '../login/facts'
import { STEPS } from '../login/steps'
import { PromptPasskeys } from '../passkeys/prompt-passkeys'
import { ResetPassword } from '../reset-password/reset-password'
import { InvalidInvitation } from '../sign-up/invalid-invitation'
import { SignUp } from '../sign-up/sign-up'
import { SignUpSuccess } from '../sign-up/sign-up-success'
import { LoginWithSSOFailed } from '../sso/login-with-sso-failed'
import { NoMfaEnrolledStepUp } from '../step-up/no-mfa-enrolled'
import { EMAIL, FACTS } from './preview-data'

export const FIRST = 'loginWithPassword'
const ignore = () => undefined
const resolve = () => Promise.resolve()
const LINK = { userId: 'preview', token: 'preview' }
const INVITATION = { name: 'Acme', inviterName: 'Ada Lovelace', inviterEmail: 'ada@acme.example' }
const RULES = { minLength: 15 }
const NOT_INVITED = { token: null, isInvalid: false }

/** The props of any step: every fact is known. */
const createStepProps = (name: string) =>
  ({ facts: FACTS, isFirst: name === FIRST, go: ignore, setFacts: ignore }) as unknown as StepProps<keyof LoginFacts>

const createCard = (name: string, Card: ComponentType<StepProps<keyof LoginFacts>>): [string, ComponentType] => [
  name,
  () => <Card {...createStepProps(name)} />,
]
const loginCards = Object.entries(STEPS).map(([name, { Component }]) => createCard(name, Component))

/** Every card of the login box by the name of its step. */
export const CARDS: Readonly<Record<string, ComponentType>> = {
  ...Object.fromEntries(loginCards),
  loginWithSSOFailed: () => <LoginWithSSOFailed {...createStepProps('loginWithSSOFailed')} />,
  promptPasskeys: () => <PromptPasskeys onDone={ignore} />,
  noMFAEnrolledStepUp: () => <NoMfaEnrolledStepUp {...createStepProps('noMFAEnrolledStepUp')} />,
  SignUp: () => <SignUp invitation={NOT_INVITED} onDone={resolve} />,
  SignUpSuccess: () => <SignUpSuccess email={EMAIL} onOtherEmail={ignore} />,
  invalidInvitation: InvalidInvitation,
  pendingInvitation: () => <PendingInvitation link={LINK} details={INVITATION} onAccepted={ignore} onFailed={ignore} />,
  forgotPassword: ForgotPasswordPage,
  resetPassword: () => <ResetPassword link={LINK} config={RULES} onExpired={ignore} />,
  activatingForm: () => (
    <ActivatingForm link={LINK} shouldSetPassword config={RULES} onActivated={resolve} onExpired={ignore} />
  ),
  activated: ActivateSuccess,
  resend: ResendActivation,
}
