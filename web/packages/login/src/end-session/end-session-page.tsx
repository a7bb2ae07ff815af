import { useState } from 'react'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { PageLink } from '../frame/page-link'
import { Form, Step } from '../frame/step'
import { isRefusal } from '../refusal'
import { endSession } from './calls'
import { useT } from './end-session.texts'

/** Where the mail about a sign-in from a new place leads. It takes a click: programs that check mail open links, too. */
export function EndSessionPage() {
  const t = useT()
  const { session, search } = useLogin()
  const token = search.get('token')
  const [step, setStep] = useState<'ask' | 'done' | 'over'>(token ? 'ask' : 'over')
  const form = useStepForm({
    checks: {},
    async submit() {
      try {
        await endSession(session.call, token ?? '')
        setStep('done')
      } catch (error) {
        if (!isRefusal(error)) throw error
        setStep('over')
      }
    },
  })

  if (step === 'done')
    return (
      <Step key="done" title={t('done')} lead={t('doneText')} footer={<BackToSignIn />}>
        <PageLink to="forgotPasswordUrl">{t('newPassword')}</PageLink>
      </Step>
    )
  if (step === 'over') return <Step key="over" title={t('over')} lead={t('overText')} footer={<BackToSignIn />} />
  return (
    <Step title={t('title')} lead={t('text')} footer={<BackToSignIn />}>
      <Form form={form} submit={t('submit')} />
    </Step>
  )
}
