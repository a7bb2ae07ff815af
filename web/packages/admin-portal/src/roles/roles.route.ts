import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { portalRoute } from '../portal.route'
import { rolesQuery } from '../shared/roles.queries'
import { tableSearch } from '../shared/table-state'

const listRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/roles',
  ...tableSearch({ sort: 'name', order: 'asc' }),
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(rolesQuery(api)),
  component: lazyRouteComponent(() => import('./roles-page'), 'RolesPage'),
})

const detailsRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '$roleId',
  component: lazyRouteComponent(() => import('./role-drawer'), 'RoleDrawer'),
})

export const rolesRoute = listRoute.addChildren([detailsRoute])
