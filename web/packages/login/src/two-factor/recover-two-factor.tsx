import { TextField } from '@gatehouse/ui'
import { useLogin } from '../context'
import { checkRequired } from '../form/checks'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Form, Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { recoverAccount } from './calls'

/** Turns MFA off with the recovery code; then the user signs in again. */
export function RecoverTwoFactor({ facts: { email, challenge } }: StepProps<'email' | 'challenge'>) {
  const t = useT()
  const { session, goTo } = useLogin()
  const form = useStepForm({
    checks: { recoveryCode: checkRequired(t('invalid.recoveryCode')) },
    errorField: (error) => (isClientError(error) ? 'recoveryCode' : undefined),
    async submit({ recoveryCode }) {
      await recoverAccount(session.call, challenge.userEmail ?? email, recoveryCode.trim())
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
