import { errorText } from '@gatehouse/ui'
import { useEffect, useRef, useState } from 'react'
import { useLogin } from '../context'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Step } from '../frame/step'
import { Waiting } from '../frame/waiting'
import { afterAnswer } from '../login/after-answer'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { signInSocially } from './calls'
import { providerOf } from './providers'

/** The provider sent the person back: with a code, which signs in once, or with what went wrong. */
export function FinishSocial({ go }: StepProps) {
  const t = useT()
  const { session, search } = useLogin()
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
        await session.accept(answer)
        go(...afterAnswer(answer))
      })
      .catch(setFailure)
  }, [isWhole, session, search, provider, code, go])

  if (isWhole && failure === undefined) return <Waiting title={t('login.success')} />
  return <Step title={t('social.failed')} lead={failure ? errorText(failure) : why()} footer={<BackToSignIn />} />

  function why(): string {
    return search.get('error') === 'access_denied' ? t('social.denied') : t('social.over')
  }
}
