import { useSessionState } from '@gatehouse/react'
import { useEffect } from 'react'
import { useLogin } from '../context'
import { LoadError } from '../frame/load-error'
import { CardSkeleton } from '../frame/loading-card'
import { AskConsent } from './ask-consent'

/**
 * Asks whether an app of another company may read the user's profile; `redirectUrl` leads back to the authorization
 * request.
 */
export function ConsentPage() {
  const { goTo } = useLogin()
  const state = useSessionState()
  const isSignedOut = state.status === 'anonymous' && !state.failure

  useEffect(() => {
    if (isSignedOut) goTo('loginUrl', { replace: true })
  }, [isSignedOut, goTo])

  if (state.failure) return <LoadError error={state.failure} />
  if (state.status !== 'authenticated') return <CardSkeleton />
  return <AskConsent token={state.accessToken} email={state.user.email ?? ''} />
}
