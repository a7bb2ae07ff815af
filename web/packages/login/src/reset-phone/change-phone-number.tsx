import { TextField } from '@gatehouse/ui'
import { useLogin } from '../context'
import { checkPhone } from '../form/checks'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Form, Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import { sendPasswordless } from '../passwordless/calls'
import { useT } from '../texts'
import { changePhone } from './calls'
import type { StepProps } from './facts'

/** Asks for the new number and sends a code to it, because the number takes effect when the user signs in with it. */
export function ChangePhoneNumber({ facts: { email, changeToken } }: StepProps<'email' | 'changeToken'>) {
  const t = useT()
  const { session, goTo } = useLogin()
  const form = useStepForm({
    checks: { phoneNumber: checkPhone(true) },
    draftFields: ['phoneNumber'],
    errorField: (error) => (isClientError(error) ? 'phoneNumber' : undefined),
    async submit({ phoneNumber }) {
      await changePhone(session.call, changeToken, phoneNumber.trim())
      await sendPasswordless(session.call, 'smscode', { email })
      goTo('loginUrl', { step: 'loginWithSmsOtc', email })
    },
  })
  return (
    <Step title={t('resetPhone.change')} lead={t('resetPhone.changeText')} footer={<BackToSignIn />}>
      <Form form={form} submit={t('twoFactor.sendCode')}>
        <TextField
          label={t('field.phone')}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          {...form.field('phoneNumber')}
        />
      </Form>
    </Step>
  )
}
