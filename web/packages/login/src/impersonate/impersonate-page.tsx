import { ApiError } from '@gatehouse/api'
import { useEffect, useState } from 'react'
import { startImpersonation } from '../calls'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { LoadingCard } from '../frame/loading-card'
import { Form, Step } from '../frame/step'
import { nextLoginStep } from '../login/next-login-step'
import { useT } from './impersonate.texts'

const EXPIRED = 'impersonation.over'
const REDIRECT_DELAY_MS = 1000

/** Steps of spec §4: impersonating, success. Requires a click, so that a link alone cannot start an impersonation. */
export function ImpersonatePage() {
  const t = useT()
  const { session, search } = useLogin()
  const [step, setStep] = useState<'impersonating' | 'success' | 'over'>('impersonating')
  const userId = search.get('impersonatedUserId')
  const actorToken = search.get('actorToken')
  const form = useStepForm({
    checks: {},
    async submit() {
      try {
        const answer = await startImpersonation(session.call, userId ?? '', actorToken ?? '')
        await session.accept(answer)
        nextLoginStep(answer)
        setStep('success')
      } catch (error) {
        if (!(error instanceof ApiError && error.code === EXPIRED)) throw error
        setStep('over')
      }
    },
  })

  if (step === 'success') return <ImpersonationStarted />
  if (step === 'over' || !userId || !actorToken) {
    return <Step title={t('over')} lead={t('overText')} footer={<BackToSignIn />} />
  }
  return (
    <Step title={t('title')} lead={t('text')}>
      <Form form={form} submit={t('submit')} />
    </Step>
  )
}

function ImpersonationStarted() {
  const t = useT()
  const { exit } = useLogin()
  useEffect(() => {
    const leave = setTimeout(() => exit(), REDIRECT_DELAY_MS)
    return () => clearTimeout(leave)
  }, [exit])
  return <LoadingCard title={t('success')} />
}
