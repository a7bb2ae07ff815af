import { browserNavigation, LoginBox, loginRoutes } from '@gatehouse/login'

const navigation = browserNavigation()
const OAUTH = loginRoutes({}, '/oauth')

export function LoginRoute() {
  return <LoginBox navigation={navigation} />
}

/** The same pages where the OAuth endpoints send people. */
export function OAuthLoginRoute() {
  return <LoginBox navigation={navigation} routes={OAUTH} />
}
