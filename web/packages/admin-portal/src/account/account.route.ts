import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { portalRoute } from '../portal.route'
import { accountQuery } from './account.queries'

export const accountRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/account',
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(accountQuery(api)),
  component: lazyRouteComponent(() => import('./account-page'), 'AccountPage'),
})
