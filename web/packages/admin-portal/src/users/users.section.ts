import { loadChunk } from '@gatehouse/ui'
import { IconUsers } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tableRoute } from '../shared/section-routes'
import { userQuery, usersQuery, usersTable } from './users.queries'
import { t } from './users.texts'

export const usersSection: Section = {
  key: 'users',
  path: 'users',
  group: 'organization',
  icon: IconUsers,
  label: () => t('title'),
  visibility: 'always',
  permissions: ['fe.secure.read.users'],
  route: tableRoute({
    path: 'users',
    page: lazyRouteComponent(() => loadChunk(() => import('./users-page')), 'UsersPage'),
    table: usersTable,
    load: ({ api, queryClient }, state) => queryClient.prefetchQuery(usersQuery(api, state)),
    details: {
      page: lazyRouteComponent(() => loadChunk(() => import('./user-drawer')), 'UserDrawer'),
      load: ({ api, queryClient }, id) => queryClient.prefetchQuery(userQuery(api, queryClient, id)),
    },
  }),
}
