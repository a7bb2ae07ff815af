import { errorText } from '@gatehouse/ui'
import { useEffect, useRef, useState } from 'react'
import { useLogin } from '../context'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Step } from '../frame/step'
import { Waiting } from '../frame/waiting'
import { afterAnswer } from '../login/after-answer'
import type { StepProps } from '../login/facts'
import { rememberPerson } from '../quick-login/remembered'
import { useT } from '../texts'
import { type SocialAnswer, signInSocially } from './calls'
import { providerOf } from './provider-of'

/** Handles the provider's callback: a code that signs in once, or an error. */
export function FinishSocial({ go }: StepProps) {
  const t = useT()
  const { session, search, tell } = useLogin()
  const [failure, setFailure] = useState<unknown>()
  const asked = useRef(false)
  const code = search.get('code')
  const provider = providerOf(search)
  const isWhole = code !== null && provider !== undefined

  useEffect(() => {
    if (!isWhole || asked.current) return
    asked.current = true
    const invitationToken = search.get('invitationToken')
    signInSocially(session.call, { provider, code, invitationToken })
      .then(async (answer) => {
        if (answer.isNewUser) {
          tell({ type: 'sign-up-complete', ...whoOf(answer) })
          tell({ type: 'user-verified', ...whoOf(answer) })
        }
        rememberPerson(session.environment, answer.userId)
        await session.accept(answer)
        go(...afterAnswer(answer))
      })
      .catch(setFailure)
  }, [isWhole, session, search, provider, code, go, tell])

  if (isWhole && failure === undefined) return <Waiting title={t('login.success')} />
  return <Step title={t('social.failed')} lead={failure ? errorText(failure) : why()} footer={<BackToSignIn />} />

  function why(): string {
    return search.get('error') === 'access_denied' ? t('social.denied') : t('social.over')
  }
}

const whoOf = ({ email, userId, tenantId }: SocialAnswer) => ({
  ...(email && { email }),
  ...(userId && { userId }),
  ...(tenantId && { tenantId }),
})
