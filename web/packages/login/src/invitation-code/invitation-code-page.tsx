import { useCallback, useState } from 'react'
import { Joined } from '../accept-invitation/joined'
import { linkOf } from '../calls'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Failed } from '../frame/failed'
import { Form, Step } from '../frame/step'
import { Waiting } from '../frame/waiting'
import { verifyInvitation } from '../login/calls'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { CodeField, checkCode } from '../two-factor/code-field'
import { useInvitedBy } from '../use-invited-by'
import { useLoaded } from '../use-loaded'
import { acceptInvitationByCode } from './calls'
import { useT as useOwnT } from './invitation-code.texts'

const WRONG = 'ER-01011'

/** Accepts an invitation by an emailed code, for users who already have an account. */
export function InvitationCodePage() {
  const t = useT()
  const own = useOwnT()
  const { session, search } = useLogin()
  const [step, setStep] = useState<'pending' | 'success' | 'failed'>('pending')
  const link = linkOf(search)
  const token = link?.token
  const { value, error } = useLoaded(
    useCallback(async () => (token ? verifyInvitation(session.call, token) : undefined), [session, token]),
  )
  const lead = useInvitedBy(value, own('text'))
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    place: ({ code }) => (code === WRONG ? 'code' : undefined),
    async submit({ code }) {
      if (!link) return
      try {
        await acceptInvitationByCode(session.call, link, code)
        setStep('success')
      } catch (failure) {
        if (!isRefusal(failure) || failure.code === WRONG) throw failure
        setStep('failed')
      }
    },
  })

  if (!link) {
    return <Step title={t('invitation.invalid')} lead={t('invitation.invalidText')} footer={<BackToSignIn />} />
  }
  if (isRefusal(error) || step === 'failed') {
    return (
      <Step key="over" title={t('invitation.failed')} lead={t('invitation.failedText')} footer={<BackToSignIn />} />
    )
  }
  if (error) return <Failed error={error} />
  if (!value) return <Waiting title={t('invitation.checking')} />
  if (step === 'success') return <Joined inviting={value} />
  return (
    <Step title={t('invitation.titleTo', { tenant: value.name })} lead={lead} footer={<BackToSignIn />}>
      <Form form={form} submit={t('invitation.submit')}>
        <CodeField {...form.field('code')} />
      </Form>
    </Step>
  )
}
