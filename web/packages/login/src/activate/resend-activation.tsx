import { useLogin } from '../context'
import { checkEmail } from '../form/checks'
import { EmailField } from '../form/email-field'
import { ResendButton } from '../form/resend-button'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { resendActivation } from '../login/calls'
import { useT } from '../texts'

/** Shown when the activation link was used, has expired or is incomplete. */
export function ResendActivation() {
  const t = useT()
  const { session, step, email: sentTo, goToStep } = useLogin()
  const form = useStepForm({
    checks: { email: checkEmail },
    draftFields: ['email'],
    async submit(values) {
      const email = values.email.trim()
      await resendActivation(session.call, email)
      goToStep('resent', email)
    },
  })

  if (step === 'resent' && sentTo) {
    return (
      <Step
        key="sent"
        title={t('signUp.done')}
        lead={<Emphasis text={t('activate.resent', { email: sentTo })} part={sentTo} />}
        footer={<BackToSignIn />}
      >
        <div className={frame.actions}>
          <ResendButton send={() => resendActivation(session.call, sentTo)} />
        </div>
      </Step>
    )
  }
  return (
    <Step key="ask" title={t('activate.expired')} lead={t('activate.expiredText')} footer={<BackToSignIn />}>
      <Form form={form} submit={t('activate.resend')}>
        <EmailField autoComplete="email" {...form.field('email')} />
      </Form>
    </Step>
  )
}
