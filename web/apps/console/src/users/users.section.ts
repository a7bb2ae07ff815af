import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconUsers } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { userQuery, usersQuery, usersTable } from './users.queries'
import { t } from './users.texts'

export const usersSection: Section = {
  path: 'people',
  group: 'customers',
  icon: IconUsers,
  label: () => t('title'),
  permissions: ['vendor.read.users'],
  route: tableRoute({
    path: 'people',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./users-page')), 'UsersPage'),
    table: usersTable,
    load: ({ api, queryClient }, state) => queryClient.prefetchQuery(usersQuery(api, state)),
    details: {
      page: lazyRouteComponent(() => loadChunk(() => import('./user-drawer')), 'UserDrawer'),
      load: ({ api, queryClient }, id) => queryClient.prefetchQuery(userQuery(api, queryClient, id)),
    },
  }),
}
