import { ApiError } from '@gatehouse/api'
import { errorText } from '@gatehouse/ui'
import { requestPasswordReset } from '../calls'
import { useLogin } from '../context'
import { checkEmail } from '../form/checks'
import { EmailField } from '../form/email-field'
import { ResendButton } from '../form/resend-button'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { t as text, useT } from '../texts'

/** Steps of spec §4: forgotPassword, success. The answer is the same for an unknown address. */
export function ForgotPasswordPage() {
  const t = useT()
  const { session, step, email: sentTo, goToStep } = useLogin()
  const form = useStepForm({
    checks: { email: checkEmail },
    draftFields: ['email'],
    errorField: ({ status }) => (status === 400 ? 'email' : undefined),
    describeError,
    async submit(values) {
      const email = values.email.trim()
      await requestPasswordReset(session.call, email)
      goToStep('success', email)
    },
  })

  if (step === 'success' && sentTo) {
    return (
      <Step
        key="success"
        title={t('forgot.done')}
        lead={<Emphasis text={t('forgot.doneText', { email: sentTo })} part={sentTo} />}
        footer={<BackToSignIn />}
      >
        <div className={frame.actions}>
          <ResendButton send={() => requestPasswordReset(session.call, sentTo)} />
        </div>
      </Step>
    )
  }
  return (
    <Step key="forgotPassword" title={t('forgot.title')} lead={t('forgot.text')} footer={<BackToSignIn />}>
      <Form form={form} submit={t('forgot.submit')}>
        <EmailField {...form.field('email')} />
      </Form>
    </Step>
  )
}

function describeError(error: unknown): string {
  // A response without a code did not come from the server.
  return error instanceof ApiError && error.code ? errorText(error) : text('forgot.failed')
}
