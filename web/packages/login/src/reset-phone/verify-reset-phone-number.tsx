import { useLogin } from '../context'
import { ResendButton } from '../form/resend-button'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import { useT } from '../texts'
import { CodeField, checkCode } from '../two-factor/code-field'
import { startPhoneReset, verifyPhoneReset } from './calls'
import type { StepProps } from './facts'

/** Asks for the emailed code. */
export function VerifyResetPhoneNumber({ facts, go, setFacts }: StepProps<'email' | 'resetToken'>) {
  const t = useT()
  const { call } = useLogin().session
  const { email, resetToken } = facts
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    errorField: (error) => (isClientError(error) ? 'code' : undefined),
    submit: async ({ code }) =>
      go('ChangePhoneNumber', { changeToken: await verifyPhoneReset(call, resetToken, code) }),
  })
  return (
    <Step
      title={t('resetPhone.title')}
      lead={<Emphasis text={t('passwordless.codeSent', { email })} part={email} />}
      footer={<BackToSignIn />}
    >
      <Form form={form} submit={t('continue')}>
        <CodeField {...form.field('code')} />
      </Form>
      <div className={frame.actions}>
        <ResendButton send={async () => setFacts({ resetToken: await startPhoneReset(call, email) })} />
      </div>
    </Step>
  )
}
