import { useSessionState } from '@gatehouse/react'
import { useEffect } from 'react'
import { useLogin } from '../context'
import { Failed } from '../frame/failed'
import { Outline } from '../frame/waiting'
import { AskConsent } from './ask-consent'

/**
 * Asks whether an app of another company may read the user's profile; `redirectUrl` leads back to the authorization
 * request.
 */
export function ConsentPage() {
  const { goTo } = useLogin()
  const state = useSessionState()
  const isNobody = state.status === 'anonymous' && !state.failure

  useEffect(() => {
    if (isNobody) goTo('loginUrl', { replace: true })
  }, [isNobody, goTo])

  if (state.failure) return <Failed error={state.failure} />
  if (state.status !== 'authenticated') return <Outline />
  return <AskConsent token={state.accessToken} email={state.user.email ?? ''} />
}
