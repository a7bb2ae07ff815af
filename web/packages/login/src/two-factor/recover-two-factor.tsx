import { TextField } from '@gatehouse/ui'
import { useLogin } from '../context'
import { checkFilled } from '../form/checks'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Form, Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { recover } from './calls'

/** Turns MFA off with the recovery code; then the user signs in again. */
export function RecoverTwoFactor({ facts: { email, challenge } }: StepProps<'email' | 'challenge'>) {
  const t = useT()
  const { session, goTo } = useLogin()
  const form = useStepForm({
    checks: { recoveryCode: checkFilled(t('invalid.recoveryCode')) },
    place: (error) => (isRefusal(error) ? 'recoveryCode' : undefined),
    async submit({ recoveryCode }) {
      await recover(session.call, challenge.userEmail ?? email, recoveryCode.trim())
      goTo('loginUrl', { step: 'recovered' })
    },
  })
  return (
    <Step title={t('twoFactor.recover')} lead={t('twoFactor.recoverText')} footer={<BackToSignIn />}>
      <Form form={form} submit={t('twoFactor.submit')}>
        <TextField
          label={t('field.recoveryCode')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('recoveryCode')}
        />
      </Form>
    </Step>
  )
}
