import { useSessionState } from '@gatehouse/react'
import { checkRedirect, forgetLogoutIntent, isLogoutMeant } from '@gatehouse/sdk'
import { useEffect, useState } from 'react'
import { useLogin } from '../context'
import { Outline, Waiting } from '../frame/waiting'
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
  const [isMeant, setMeant] = useState(() => isLogoutMeant(session.environment))
  const [isDone, setDone] = useState(false)
  const isOut = status === 'anonymous' && !failure
  const wish = search.get('redirectUrl')

  useEffect(() => {
    if (!isMeant) return
    forgetLogoutIntent(session.environment)
    // A running refresh would restore the session, so the start has to finish first.
    void session
      .start()
      .then(() => session.logout())
      // With single logout the browser is leaving for the provider, and returns here signed out.
      .then((isLeaving) => setDone(!isLeaving))
  }, [isMeant, session])

  const isOver = isMeant ? isDone : isOut
  useEffect(() => {
    if (!isOver) return
    const { href, navigate } = session.environment
    const target = wish && checkRedirect(wish, redirects, new URL(href()))
    if (target) navigate(target)
    else goTo('loginUrl', { replace: true })
  }, [isOver, session, wish, redirects, goTo])

  if (isMeant || isOut) return <Waiting title={t('title')} />
  if (status === 'loading') return <Outline />
  return <AskLogout onConfirm={() => setMeant(true)} />
}
