import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { portalRoute } from '../portal.route'
import { tableSearch } from '../shared/table-state'
import { START, userQuery, usersQuery } from './users.queries'

const listRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/users',
  ...tableSearch(START),
  loaderDeps: ({ search }) => search,
  // Not waited for: the table shows its outline meanwhile.
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(usersQuery(api, deps)),
  component: lazyRouteComponent(() => import('./users-page'), 'UsersPage'),
})

const detailsRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '$userId',
  loader: ({ context: { api, queryClient }, params }) =>
    void queryClient.prefetchQuery(userQuery(api, queryClient, params.userId)),
  component: lazyRouteComponent(() => import('./user-drawer'), 'UserDrawer'),
})

export const usersRoute = listRoute.addChildren([detailsRoute])
