import type { LoginAnswer } from '@gatehouse/sdk'
import { InlineAlert, SecretBox, useSubmit } from '@gatehouse/ui'
import { useState } from 'react'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import type { StepProps } from '../login/use-login-machine'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { enrollAuthenticator } from './calls'
import { CodeField, checkCode } from './code-field'
import classes from './two-factor.module.css'

/** The policy asks for a second factor and there is none yet: an authenticator app, then the recovery code. */
export function ForceTwoFactor({ state, send }: StepProps) {
  const t = useT()
  const { session } = useLogin()
  const [enrolled, setEnrolled] = useState<LoginAnswer>()
  const { mfaToken = '', qrCode } = state.answer ?? {}

  async function goIn(answer: LoginAnswer): Promise<void> {
    await session.accept(answer)
    send({ type: 'answered', answer })
  }
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    place: (error) => (isRefusal(error) ? 'code' : undefined),
    async submit({ code }) {
      const answer = await enrollAuthenticator(session.call, mfaToken, code)
      // Going in leaves this page, and the recovery code is shown only here.
      if (answer.recoveryCode) setEnrolled(answer)
      else await goIn(answer)
    },
  })

  if (enrolled?.recoveryCode) return <RecoveryCode code={enrolled.recoveryCode} onSaved={() => goIn(enrolled)} />
  return (
    <Step title={t('twoFactor.setUp')} lead={t('twoFactor.setUpText')}>
      <Form form={form} submit={t('twoFactor.submit')}>
        {qrCode && <img className={classes.qr} src={qrCode} alt={t('twoFactor.qr')} width={176} height={176} />}
        <CodeField {...form.field('code')} />
      </Form>
    </Step>
  )
}

interface RecoveryCodeProps {
  readonly code: string
  readonly onSaved: () => Promise<void>
}

function RecoveryCode({ code, onSaved }: RecoveryCodeProps) {
  const t = useT()
  const { failure, run } = useSubmit()
  return (
    <Step title={t('twoFactor.recoveryCode')} lead={t('twoFactor.recoveryCodeText')}>
      <div className={frame.actions}>
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        <SecretBox
          label={t('field.recoveryCode')}
          value={code}
          fileName="recovery-code.txt"
          onSaved={() => void run(onSaved)}
        />
      </div>
    </Step>
  )
}
