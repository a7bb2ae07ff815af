import { useCallback, useState } from 'react'
import { InvitationAccepted } from '../accept-invitation/invitation-accepted'
import { parseMailLink } from '../calls'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { LoadError } from '../frame/load-error'
import { LoadingCard } from '../frame/loading-card'
import { Form, Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import { verifyInvitation } from '../login/calls'
import { useT } from '../texts'
import { CodeField, checkCode } from '../two-factor/code-field'
import { useInvitationText } from '../use-invitation-text'
import { useLoad } from '../use-load'
import { acceptInvitationByCode } from './calls'
import { useT as useOwnT } from './invitation-code.texts'

const WRONG = 'ER-01011'

/** Accepts an invitation by an emailed code, for users who already have an account. */
export function InvitationCodePage() {
  const t = useT()
  const own = useOwnT()
  const { session, search } = useLogin()
  const [step, setStep] = useState<'pending' | 'success' | 'failed'>('pending')
  const link = parseMailLink(search)
  const token = link?.token
  const { value, error } = useLoad(
    useCallback(async () => (token ? verifyInvitation(session.call, token) : undefined), [session, token]),
  )
  const lead = useInvitationText(value, own('text'))
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    errorField: ({ code }) => (code === WRONG ? 'code' : undefined),
    async submit({ code }) {
      if (!link) return
      try {
        await acceptInvitationByCode(session.call, link, code)
        setStep('success')
      } catch (failure) {
        if (!isClientError(failure) || failure.code === WRONG) throw failure
        setStep('failed')
      }
    },
  })

  if (!link) {
    return <Step title={t('invitation.invalid')} lead={t('invitation.invalidText')} footer={<BackToSignIn />} />
  }
  if (isClientError(error) || step === 'failed') {
    return (
      <Step key="over" title={t('invitation.failed')} lead={t('invitation.failedText')} footer={<BackToSignIn />} />
    )
  }
  if (error) return <LoadError error={error} />
  if (!value) return <LoadingCard title={t('invitation.checking')} />
  if (step === 'success') return <InvitationAccepted details={value} />
  return (
    <Step title={t('invitation.titleTo', { tenant: value.name })} lead={lead} footer={<BackToSignIn />}>
      <Form form={form} submit={t('invitation.submit')}>
        <CodeField {...form.field('code')} />
      </Form>
    </Step>
  )
}
