import { TextField } from '@gatehouse/ui'
import { useLogin } from '../context'
import { checkPhone } from '../form/checks'
import { ResendButton } from '../form/resend-button'
import { useStepForm } from '../form/use-step-form'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { enrollPhone, startPhoneEnrollment } from './calls'
import { CodeField, checkCode } from './code-field'
import { useFinishMfa } from './use-finish-mfa'

/** Asks for the phone number to enroll for MFA. */
export function EnrollPhone({ facts: { challenge }, go }: StepProps<'challenge'>) {
  const t = useT()
  const { session } = useLogin()
  const form = useStepForm({
    checks: { phoneNumber: checkPhone(true) },
    draftFields: ['phoneNumber'],
    errorField: (error) => (isClientError(error) ? 'phoneNumber' : undefined),
    async submit({ phoneNumber }) {
      const number = phoneNumber.trim()
      const { otcToken } = await startPhoneEnrollment(session.call, challenge.mfaToken, number)
      go('confirmPhone', { phone: { phoneNumber: number, otcToken } })
    },
  })
  return (
    <Step title={t('twoFactor.setUp')} lead={t('twoFactor.phoneText')}>
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

/** Asks for the code that was sent to the new number. */
export function ConfirmPhone({ facts: { challenge, phone }, go, setFacts }: StepProps<'challenge' | 'phone'>) {
  const t = useT()
  const { call } = useLogin().session
  const finish = useFinishMfa(go)
  const { mfaToken } = challenge
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    errorField: (error) => (isClientError(error) ? 'code' : undefined),
    submit: async ({ code }) => finish(await enrollPhone(call, mfaToken, phone.otcToken, code)),
  })
  const resendCode = async () => {
    const { otcToken } = await startPhoneEnrollment(call, mfaToken, phone.phoneNumber)
    setFacts({ phone: { ...phone, otcToken } })
  }
  return (
    <Step title={t('twoFactor.setUp')} lead={t('twoFactor.sentTo', { to: phone.phoneNumber })}>
      <Form form={form} submit={t('twoFactor.submit')}>
        <CodeField {...form.field('code')} />
      </Form>
      <div className={frame.actions}>
        <ResendButton send={resendCode} hint={t('resend.lostMessage')} />
      </div>
    </Step>
  )
}
