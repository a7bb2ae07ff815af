import { useSessionState } from '@gatehouse/react'
import { checkRedirect, clearLogoutIntent, hasLogoutIntent } from '@gatehouse/sdk'
import { useEffect, useState } from 'react'
import { useLogin } from '../context'
import { CardSkeleton, LoadingCard } from '../frame/loading-card'
import { AskLogout } from './ask-logout'
import { useT } from './logout.texts'

/**
 * Signs out, then goes to the login page or to `redirectUrl` on this site. Asks for confirmation unless a sign-out
 * button led here, because any site can link to this address.
 */
export function LogoutPage() {
  const t = useT()
  const { session, search, redirects, goTo } = useLogin()
  const { status, failure } = useSessionState()
  const [isConfirmed, setConfirmed] = useState(() => hasLogoutIntent(session.environment))
  const [isDone, setDone] = useState(false)
  const isSignedOut = status === 'anonymous' && !failure
  const requestedUrl = search.get('redirectUrl')

  useEffect(() => {
    if (!isConfirmed) return
    clearLogoutIntent(session.environment)
    // A running refresh would restore the session, so the start has to finish first.
    void session
      .start()
      .then(() => session.logout())
      // With single logout the browser is leaving for the provider, and returns here signed out.
      .then((isLeaving) => setDone(!isLeaving))
  }, [isConfirmed, session])

  const isComplete = isConfirmed ? isDone : isSignedOut
  useEffect(() => {
    if (!isComplete) return
    const { href, navigate } = session.environment
    const target = requestedUrl && checkRedirect(requestedUrl, redirects, new URL(href()))
    if (target) navigate(target)
    else goTo('loginUrl', { replace: true })
  }, [isComplete, session, requestedUrl, redirects, goTo])

  if (isConfirmed || isSignedOut) return <LoadingCard title={t('title')} />
  if (status === 'loading') return <CardSkeleton />
  return <AskLogout onConfirm={() => setConfirmed(true)} />
}
