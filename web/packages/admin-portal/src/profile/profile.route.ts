import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { portalRoute } from '../portal.route'

export const profileRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile-page'), 'ProfilePage'),
})
