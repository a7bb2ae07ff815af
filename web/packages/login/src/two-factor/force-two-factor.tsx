import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { Form, Step } from '../frame/step'
import { afterAnswer } from '../login/after-answer'
import type { StepProps } from '../login/facts'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { enrollAuthenticator } from './calls'
import { CodeField, checkCode } from './code-field'
import classes from './two-factor.module.css'

/** The policy asks for a second factor and there is none yet: an authenticator app, then the recovery code. */
export function ForceTwoFactor({ facts, go }: StepProps<'challenge'>) {
  const t = useT()
  const { session } = useLogin()
  const { mfaToken, qrCode } = facts.challenge
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    place: (error) => (isRefusal(error) ? 'code' : undefined),
    async submit({ code }) {
      const answer = await enrollAuthenticator(session.call, mfaToken, code)
      const { recoveryCode } = answer
      // Going in leaves this page, and the recovery code is shown only here.
      if (recoveryCode) return go('recoveryCode', { enrolled: { ...answer, recoveryCode }, challenge: undefined })
      await session.accept(answer)
      go(...afterAnswer(answer))
    },
  })

  return (
    <Step title={t('twoFactor.setUp')} lead={t('twoFactor.setUpText')}>
      <Form form={form} submit={t('twoFactor.submit')}>
        {qrCode && <img className={classes.qr} src={qrCode} alt={t('twoFactor.qr')} width={176} height={176} />}
        <CodeField {...form.field('code')} />
      </Form>
    </Step>
  )
}
