import { useCallback, useState } from 'react'
import { activationNeeds, linkOf } from '../calls'
import { useLogin } from '../context'
import { Failed } from '../frame/failed'
import { Waiting } from '../frame/waiting'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { useLoaded } from '../use-loaded'
import { ActivateSuccess } from './activate-success'
import { ActivatingForm } from './activating-form'
import { ResendActivation } from './resend-activation'
import { useActivated } from './use-activated'

/** Steps of spec §4: activating, activatingForm, success, resend. Opening the page does not use up the link. */
export function ActivatePage() {
  const t = useT()
  const { session, search } = useLogin()
  const [step, setStep] = useState<'activating' | 'success' | 'resend'>('activating')
  const link = linkOf(search)
  const { userId, token } = link ?? {}

  const { value: needs, error } = useLoaded(
    useCallback(async () => {
      if (!userId || !token) return undefined
      return activationNeeds(session.call, { userId, token })
    }, [session, userId, token]),
  )

  const onActivated = useActivated(userId, () => setStep('success'))

  if (!link || isRefusal(error) || step === 'resend') return <ResendActivation />
  if (step === 'success') return <ActivateSuccess />
  if (error) return <Failed error={error} />
  if (!needs) return <Waiting title={t('activate.checking')} />
  return <ActivatingForm link={link} {...needs} onActivated={onActivated} onExpired={() => setStep('resend')} />
}
