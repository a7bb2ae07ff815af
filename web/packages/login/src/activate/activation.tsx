import type { LoginAnswer } from '@gatehouse/sdk'
import { type ComponentType, useCallback, useState } from 'react'
import { type ActivationRequirements, loadActivationRequirements, type MailLink, parseMailLink } from '../calls'
import { useLogin } from '../context'
import { LoadError } from '../frame/load-error'
import { LoadingCard } from '../frame/loading-card'
import { isClientError } from '../is-client-error'
import { useT } from '../texts'
import { useLoad } from '../use-load'
import { ActivateSuccess } from './activate-success'
import { ResendActivation } from './resend-activation'
import { useFinishActivation } from './use-finish-activation'

export interface ActivationFormProps extends ActivationRequirements {
  readonly link: MailLink
  readonly onActivated: (answer: LoginAnswer) => Promise<void>
  readonly onExpired: () => void
}

/** The steps of an activation by a mailed link. Opening the page does not use up the link. */
export function Activation({ form: Form }: { readonly form: ComponentType<ActivationFormProps> }) {
  const t = useT()
  const { session, search } = useLogin()
  const [step, setStep] = useState<'form' | 'success' | 'resend'>('form')
  const link = parseMailLink(search)
  const { userId, token } = link ?? {}

  const { value: needs, error } = useLoad(
    useCallback(async () => {
      if (!userId || !token) return undefined
      return loadActivationRequirements(session.call, { userId, token })
    }, [session, userId, token]),
  )

  const onActivated = useFinishActivation(userId, () => setStep('success'))

  if (!link || isClientError(error) || step === 'resend') return <ResendActivation />
  if (step === 'success') return <ActivateSuccess />
  if (error) return <LoadError error={error} />
  if (!needs) return <LoadingCard title={t('activate.checking')} />
  return <Form link={link} {...needs} onActivated={onActivated} onExpired={() => setStep('resend')} />
}
