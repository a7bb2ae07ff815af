import type { ReactNode } from 'react'
import { useLogin } from '../context'
import { ChosenEmail } from '../form/email-field'
import { Resend } from '../form/resend'
import { useStepForm } from '../form/use-step-form'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { afterAnswer } from '../login/after-answer'
import type { StepProps } from '../login/facts'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { CodeField, checkCode } from '../two-factor/code-field'
import { type Named, type PasswordlessWay, sendPasswordless, signInPasswordless } from './calls'

interface LoginWithCodeProps extends Pick<StepProps, 'go' | 'learn'> {
  readonly to: Named
  readonly way: Extract<PasswordlessWay, 'code' | 'smscode'>
  readonly title: string
  readonly lead: ReactNode
  /** What to try before requesting another code. */
  readonly hint?: string
  readonly footer?: ReactNode
}

/** Signs in with a six-digit code instead of a password. */
export function LoginWithCode({ way, title, lead, hint, footer, to, go, learn }: LoginWithCodeProps) {
  const t = useT()
  const { session, search } = useLogin()
  const invitationToken = search.get('invitationToken') ?? undefined
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    place: (error) => (isRefusal(error) ? 'code' : undefined),
    async submit({ code }) {
      const answer = await signInPasswordless(session.call, way, code, invitationToken)
      await session.accept(answer)
      go(...afterAnswer(answer))
    },
  })
  const send = async () => {
    const number = await sendPasswordless(session.call, way, { ...to, invitationToken })
    learn({ number })
  }

  return (
    <Step title={title} lead={lead} footer={footer}>
      <Form form={form} submit={t('login.submit')}>
        {'email' in to && <ChosenEmail email={to.email} onChange={() => go('preLogin')} />}
        <CodeField {...form.field('code')} />
      </Form>
      <div className={frame.actions}>
        <Resend send={send} {...(hint && { hint })} />
      </div>
    </Step>
  )
}
