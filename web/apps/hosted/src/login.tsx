import { browserNavigation, LoginBox, loginRoutes } from '@gatehouse/login'
import { GatehouseProvider } from '@gatehouse/react'
import { createSession } from '@gatehouse/sdk'
import { CardOutline, mount } from '@gatehouse/ui/first-paint'

const session = createSession()
void session.start()

// Serve the same pages under `/oauth`, where the OAuth endpoints redirect.
const routes = window.location.pathname.startsWith('/oauth/') ? loginRoutes({}, '/oauth') : loginRoutes()

const redirects = { authenticatedUrl: routes.authenticatedUrl, allowedOrigins: allowedOrigins() }

/** The origin of the page that redirected here, if the server allows redirecting back to it. */
function allowedOrigins(): readonly string[] {
  const said = document.getElementById('gatehouse-return')?.textContent
  return said ? [(JSON.parse(said) as { readonly origin: string }).origin] : []
}

mount({
  app: (
    <GatehouseProvider session={session}>
      <LoginBox navigation={browserNavigation()} routes={routes} redirects={redirects} />
    </GatehouseProvider>
  ),
  outline: <CardOutline />,
})
