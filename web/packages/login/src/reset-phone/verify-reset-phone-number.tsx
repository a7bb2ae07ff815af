import { useLogin } from '../context'
import { Resend } from '../form/resend'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { CodeField, checkCode } from '../two-factor/code-field'
import { beginReset, verifyReset } from './calls'
import type { StepProps } from './facts'

/** Asks for the emailed code. */
export function VerifyResetPhoneNumber({ facts, go, learn }: StepProps<'email' | 'resetToken'>) {
  const t = useT()
  const { call } = useLogin().session
  const { email, resetToken } = facts
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    place: (error) => (isRefusal(error) ? 'code' : undefined),
    submit: async ({ code }) => go('ChangePhoneNumber', { changeToken: await verifyReset(call, resetToken, code) }),
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
        <Resend send={async () => learn({ resetToken: await beginReset(call, email) })} />
      </div>
    </Step>
  )
}
