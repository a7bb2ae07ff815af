import { useLogin } from '../context'
import { checkEmail } from '../form/checks'
import { EmailField } from '../form/email-field'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Form, Step } from '../frame/step'
import { useT } from '../texts'
import { startPhoneReset } from './calls'
import type { StepProps } from './facts'

/** Verifies the email address of a user who lost their phone. */
export function ResetPhoneNumber({ go }: StepProps) {
  const t = useT()
  const { call } = useLogin().session
  const form = useStepForm({
    checks: { email: checkEmail },
    draftFields: ['email'],
    errorField: ({ status }) => (status === 400 ? 'email' : undefined),
    async submit(values) {
      const email = values.email.trim()
      go('VerifyResetPhoneNumber', { email, resetToken: await startPhoneReset(call, email), changeToken: undefined })
    },
  })
  return (
    <Step title={t('resetPhone.title')} lead={t('resetPhone.text')} footer={<BackToSignIn />}>
      <Form form={form} submit={t('twoFactor.sendCode')}>
        <EmailField {...form.field('email')} />
      </Form>
    </Step>
  )
}
