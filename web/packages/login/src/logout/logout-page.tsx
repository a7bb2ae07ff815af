import { checkRedirect } from '@gatehouse/sdk'
import { useEffect } from 'react'
import { useLogin } from '../context'
import { Waiting } from '../frame/waiting'
import { useT } from '../texts'

/** Ends the session, then the login page, or wherever `redirectUrl` on this site says. */
export function LogoutPage() {
  const t = useT()
  const { session, search, routes, navigation } = useLogin()
  const wish = search.get('redirectUrl')

  useEffect(() => {
    const { href, navigate } = session.environment
    const page = new URL(href())
    const target = wish && checkRedirect(wish, { authenticatedUrl: routes.loginUrl }, page)
    // A refresh that is under way would bring the session back: the start has to be over first.
    void session
      .start()
      .then(session.logout)
      .then(() => (target ? navigate(target) : navigation.go(routes.loginUrl, { replace: true })))
  }, [session, wish, routes, navigation])

  return <Waiting title={t('logout.title')} />
}
