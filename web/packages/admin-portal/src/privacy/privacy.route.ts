import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { portalRoute } from '../portal.route'
import { sessionsQuery } from './privacy.queries'

export const privacyRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/privacy',
  loader: ({ context: { queryClient, api } }) => void queryClient.prefetchQuery(sessionsQuery(api)),
  component: lazyRouteComponent(() => import('./privacy-page'), 'PrivacyPage'),
})
