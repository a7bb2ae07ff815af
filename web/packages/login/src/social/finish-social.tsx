import { errorText } from '@gatehouse/ui'
import { useEffect, useRef, useState } from 'react'
import { useLogin } from '../context'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { LoadingCard } from '../frame/loading-card'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { nextLoginStep } from '../login/next-login-step'
import { rememberUser } from '../quick-login/quick-login-storage'
import { useT } from '../texts'
import { type SocialAnswer, signInWithProvider } from './calls'
import { parseProvider } from './parse-provider'

/** Handles the provider's callback: a code that signs in once, or an error. */
export function FinishSocial({ go }: StepProps) {
  const t = useT()
  const { session, search, onEvent } = useLogin()
  const [failure, setFailure] = useState<unknown>()
  const wasRequested = useRef(false)
  const code = search.get('code')
  const provider = parseProvider(search)
  const isComplete = code !== null && provider !== undefined

  useEffect(() => {
    if (!isComplete || wasRequested.current) return
    wasRequested.current = true
    const invitationToken = search.get('invitationToken')
    signInWithProvider(session.call, { provider, code, invitationToken })
      .then(async (answer) => {
        if (answer.isNewUser) {
          onEvent({ type: 'sign-up-complete', ...getEventUser(answer) })
          onEvent({ type: 'user-verified', ...getEventUser(answer) })
        }
        rememberUser(session.environment, answer.userId)
        await session.accept(answer)
        go(...nextLoginStep(answer))
      })
      .catch(setFailure)
  }, [isComplete, session, search, provider, code, go, onEvent])

  if (isComplete && failure === undefined) return <LoadingCard title={t('login.success')} />
  return (
    <Step title={t('social.failed')} lead={failure ? errorText(failure) : describeError()} footer={<BackToSignIn />} />
  )

  function describeError(): string {
    return search.get('error') === 'access_denied' ? t('social.denied') : t('social.over')
  }
}

const getEventUser = ({ email, userId, tenantId }: SocialAnswer) => ({
  ...(email && { email }),
  ...(userId && { userId }),
  ...(tenantId && { tenantId }),
})
