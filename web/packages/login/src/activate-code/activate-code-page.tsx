import { useCallback, useState } from 'react'
import { ActivateSuccess } from '../activate/activate-success'
import { ResendActivation } from '../activate/resend-activation'
import { useFinishActivation } from '../activate/use-finish-activation'
import { loadActivationRequirements, parseMailLink } from '../calls'
import { useLogin } from '../context'
import { LoadError } from '../frame/load-error'
import { LoadingCard } from '../frame/loading-card'
import { isClientError } from '../is-client-error'
import { useT } from '../texts'
import { useLoad } from '../use-load'
import { CodeForm } from './code-form'

/** Activation by link and emailed code. Opening the page does not use up the link. */
export function ActivateCodePage() {
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
  return <CodeForm link={link} {...needs} onActivated={onActivated} onExpired={() => setStep('resend')} />
}
