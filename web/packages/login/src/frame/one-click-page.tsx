import { type ReactNode, useState } from 'react'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { isClientError } from '../is-client-error'
import { BackToSignIn } from './back-to-sign-in'
import { Form, Step } from './step'

type TextKey = 'title' | 'text' | 'submit' | 'done' | 'doneText' | 'over' | 'overText'

interface OneClickPageProps {
  readonly t: (key: TextKey) => string
  readonly action: (token: string) => Promise<unknown>
  /** Shown when the action is done. */
  readonly next?: ReactNode
}

/** A page opened by a mailed link that performs one action after a click: mail scanners open links, too. */
export function OneClickPage({ t, action, next }: OneClickPageProps) {
  const token = useLogin().search.get('token')
  const [step, setStep] = useState<'ask' | 'done' | 'over'>(token ? 'ask' : 'over')
  const form = useStepForm({
    checks: {},
    async submit() {
      try {
        await action(token ?? '')
        setStep('done')
      } catch (error) {
        if (!isClientError(error)) throw error
        setStep('over')
      }
    },
  })
  const footer = <BackToSignIn />

  if (step === 'ask')
    return (
      <Step title={t('title')} lead={t('text')} footer={footer}>
        <Form form={form} submit={t('submit')} />
      </Step>
    )
  return (
    <Step key={step} title={t(step)} lead={t(`${step}Text`)} footer={footer}>
      {step === 'done' && next}
    </Step>
  )
}
