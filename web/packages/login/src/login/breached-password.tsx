import { requestPasswordReset } from '../calls'
import { useLogin } from '../context'
import { ResendButton } from '../form/resend-button'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { useT } from '../texts'
import type { StepProps } from './facts'

/** The password is correct, but was found in a data breach: the user sets another one by a mailed link (spec §4). */
export function BreachedPassword({ facts: { email }, go }: StepProps<'email'>) {
  const t = useT()
  const { session } = useLogin()
  const form = useStepForm({
    checks: {},
    async submit() {
      await requestPasswordReset(session.call, email)
      go('breachedPasswordSuccess')
    },
  })
  return (
    <Step title={t('breached.title')} lead={t('breached.text')} footer={<BackToSignIn />}>
      <Form form={form} submit={t('breached.submit')} />
    </Step>
  )
}

export function BreachedPasswordSuccess({ facts: { email } }: StepProps<'email'>) {
  const t = useT()
  const { session } = useLogin()
  return (
    <Step
      title={t('forgot.done')}
      lead={<Emphasis text={t('breached.doneText', { email })} part={email} />}
      footer={<BackToSignIn />}
    >
      <div className={frame.actions}>
        <ResendButton send={() => requestPasswordReset(session.call, email)} />
      </div>
    </Step>
  )
}
