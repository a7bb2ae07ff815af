import { ApiError } from '@gatehouse/api'
import { useEffect, useState } from 'react'
import { impersonate } from '../calls'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Form, Step } from '../frame/step'
import { Waiting } from '../frame/waiting'
import { afterAnswer } from '../login/after-answer'
import { useT } from './impersonate.texts'

const OVER = 'impersonation.over'
const PAUSE_MS = 1000

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
        const answer = await impersonate(session.call, userId ?? '', actorToken ?? '')
        await session.accept(answer)
        afterAnswer(answer)
        setStep('success')
      } catch (error) {
        if (!(error instanceof ApiError && error.code === OVER)) throw error
        setStep('over')
      }
    },
  })

  if (step === 'success') return <Success />
  if (step === 'over' || !userId || !actorToken) {
    return <Step title={t('over')} lead={t('overText')} footer={<BackToSignIn />} />
  }
  return (
    <Step title={t('title')} lead={t('text')}>
      <Form form={form} submit={t('submit')} />
    </Step>
  )
}

function Success() {
  const t = useT()
  const { finish } = useLogin()
  useEffect(() => {
    const leave = setTimeout(() => finish(), PAUSE_MS)
    return () => clearTimeout(leave)
  }, [finish])
  return <Waiting title={t('success')} />
}
