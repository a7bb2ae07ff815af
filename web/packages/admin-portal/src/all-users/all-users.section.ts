import { hasAccess } from '@gatehouse/sdk'
import { loadChunk } from '@gatehouse/ui'
import { IconUserSearch } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tableRoute } from '../shared/section-routes'
import { allUsersQuery, allUsersTable } from './all-users.queries'
import { t } from './all-users.texts'

export const allUsersSection: Section = {
  key: 'allUsers',
  path: 'all-users',
  group: 'organization',
  icon: IconUserSearch,
  label: () => t('title'),
  visibility: 'hidden',
  permissions: ['fe.account-hierarchy.read.subAccount'],
  // Only resellers see the people of the accounts below them together (admin portal spec §6).
  holds: ({ user, activeTenant }) =>
    activeTenant?.isReseller === true && user !== null && hasAccess(user, { permissions: ['fe.secure.read.users'] }),
  route: tableRoute({
    path: 'all-users',
    page: lazyRouteComponent(() => loadChunk(() => import('./all-users-page')), 'AllUsersPage'),
    table: allUsersTable,
    load: ({ api, queryClient }, state) => queryClient.prefetchQuery(allUsersQuery(api, state)),
  }),
}
