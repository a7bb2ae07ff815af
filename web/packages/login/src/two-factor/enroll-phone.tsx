import { TextField } from '@gatehouse/ui'
import { useLogin } from '../context'
import { checkPhone } from '../form/checks'
import { Resend } from '../form/resend'
import { useStepForm } from '../form/use-step-form'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { beginPhone, enrollPhone } from './calls'
import { CodeField, checkCode } from './code-field'
import { useEnrolled } from './enrolled'

/** Asks for the phone number to enroll for MFA. */
export function EnrollPhone({ facts: { challenge }, go }: StepProps<'challenge'>) {
  const t = useT()
  const { session } = useLogin()
  const form = useStepForm({
    checks: { phoneNumber: checkPhone(true) },
    keeps: ['phoneNumber'],
    place: (error) => (isRefusal(error) ? 'phoneNumber' : undefined),
    async submit({ phoneNumber }) {
      const number = phoneNumber.trim()
      const { otcToken } = await beginPhone(session.call, challenge.mfaToken, number)
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
export function ConfirmPhone({ facts: { challenge, phone }, go, learn }: StepProps<'challenge' | 'phone'>) {
  const t = useT()
  const { call } = useLogin().session
  const enrolled = useEnrolled(go)
  const { mfaToken } = challenge
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    place: (error) => (isRefusal(error) ? 'code' : undefined),
    submit: async ({ code }) => enrolled(await enrollPhone(call, mfaToken, phone.otcToken, code)),
  })
  const again = async () => {
    const { otcToken } = await beginPhone(call, mfaToken, phone.phoneNumber)
    learn({ phone: { ...phone, otcToken } })
  }
  return (
    <Step title={t('twoFactor.setUp')} lead={t('twoFactor.sentTo', { to: phone.phoneNumber })}>
      <Form form={form} submit={t('twoFactor.submit')}>
        <CodeField {...form.field('code')} />
      </Form>
      <div className={frame.actions}>
        <Resend send={again} hint={t('resend.lostMessage')} />
      </div>
    </Step>
  )
}
