import { browserNavigation, LoginBox, loginRoutes } from '@gatehouse/login'
import { GatehouseProvider } from '@gatehouse/react'
import { createSession } from '@gatehouse/sdk'
import { CardOutline, mount } from '@gatehouse/ui/first-paint'

const session = createSession()
void session.start()

// The same pages stand where the OAuth endpoints send people.
const routes = window.location.pathname.startsWith('/oauth/') ? loginRoutes({}, '/oauth') : loginRoutes()

mount({
  app: (
    <GatehouseProvider session={session}>
      <LoginBox navigation={browserNavigation()} routes={routes} />
    </GatehouseProvider>
  ),
  outline: <CardOutline />,
})
