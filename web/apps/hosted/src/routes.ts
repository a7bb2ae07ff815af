import { type ComponentType, lazy } from 'react'
import { LoginRoute, OAuthLoginRoute } from './routes/login'

interface Route {
  readonly path: string
  readonly Page: ComponentType
}

// The login page is on a budget, so it is the only one that comes with the first script: what stands elsewhere is
// `lazy(() => import('./routes/…'))` and brings its own router.
const LOGIN: Route = { path: '/account', Page: LoginRoute }
const PORTAL: Route = {
  path: '/oauth/portal',
  Page: lazy(() => import('./routes/portal').then(({ PortalRoute }) => ({ default: PortalRoute }))),
}
const ROUTES: readonly Route[] = [LOGIN, { path: '/oauth/account', Page: OAuthLoginRoute }, PORTAL]

/** The server sends no other paths here; a stray one is at the login page. */
export function routeAt(path: string): Route {
  return ROUTES.find((route) => path === route.path || path.startsWith(`${route.path}/`)) ?? LOGIN
}
