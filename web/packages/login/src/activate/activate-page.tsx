import { useCallback, useState } from 'react'
import { loadActivationRequirements, parseMailLink } from '../calls'
import { useLogin } from '../context'
import { LoadError } from '../frame/load-error'
import { LoadingCard } from '../frame/loading-card'
import { isClientError } from '../is-client-error'
import { useT } from '../texts'
import { useLoad } from '../use-load'
import { ActivateSuccess } from './activate-success'
import { ActivatingForm } from './activating-form'
import { ResendActivation } from './resend-activation'
import { useFinishActivation } from './use-finish-activation'

/** Steps of spec §4: activating, activatingForm, success, resend. Opening the page does not use up the link. */
export function ActivatePage() {
  const t = useT()
  const { session, search } = useLogin()
  const [step, setStep] = useState<'activating' | 'success' | 'resend'>('activating')
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
  return <ActivatingForm link={link} {...needs} onActivated={onActivated} onExpired={() => setStep('resend')} />
}
