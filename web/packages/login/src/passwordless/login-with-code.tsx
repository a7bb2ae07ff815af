import type { ReactNode } from 'react'
import { useLogin } from '../context'
import { ReadOnlyEmail } from '../form/email-field'
import { ResendButton } from '../form/resend-button'
import { useStepForm } from '../form/use-step-form'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import type { StepProps } from '../login/facts'
import { nextLoginStep } from '../login/next-login-step'
import { useT } from '../texts'
import { CodeField, checkCode } from '../two-factor/code-field'
import { type PasswordlessMethod, type PasswordlessUser, sendPasswordless, signInPasswordless } from './calls'

interface LoginWithCodeProps extends Pick<StepProps, 'go' | 'setFacts'> {
  readonly user: PasswordlessUser
  readonly method: Extract<PasswordlessMethod, 'code' | 'smscode'>
  readonly title: string
  readonly lead: ReactNode
  /** What to try before requesting another code. */
  readonly hint?: string
  readonly footer?: ReactNode
}

/** Signs in with a six-digit code instead of a password. */
export function LoginWithCode({ method, title, lead, hint, footer, user, go, setFacts }: LoginWithCodeProps) {
  const t = useT()
  const { session, search } = useLogin()
  const invitationToken = search.get('invitationToken') ?? undefined
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    errorField: (error) => (isClientError(error) ? 'code' : undefined),
    async submit({ code }) {
      const answer = await signInPasswordless(session.call, method, code, invitationToken)
      await session.accept(answer)
      go(...nextLoginStep(answer))
    },
  })
  const send = async () => {
    const number = await sendPasswordless(session.call, method, { ...user, invitationToken })
    setFacts({ number })
  }

  return (
    <Step title={title} lead={lead} footer={footer}>
      <Form form={form} submit={t('login.submit')}>
        {'email' in user && <ReadOnlyEmail email={user.email} onChange={() => go('preLogin')} />}
        <CodeField {...form.field('code')} />
      </Form>
      <div className={frame.actions}>
        <ResendButton send={send} {...(hint && { hint })} />
      </div>
    </Step>
  )
}
