import { loadChunk } from '@gatehouse/ui'
import { IconUsersGroup } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tableRoute } from '../shared/section-routes'
import { groupQuery, groupsQuery, groupsTable } from './groups.queries'
import { t } from './groups.texts'

export const groupsSection: Section = {
  key: 'groups',
  path: 'groups',
  group: 'organization',
  icon: IconUsersGroup,
  label: () => t('title'),
  visibility: 'hidden',
  permissions: ['fe.secure.read.groups'],
  route: tableRoute({
    path: 'groups',
    page: lazyRouteComponent(() => loadChunk(() => import('./groups-page')), 'GroupsPage'),
    table: groupsTable,
    load: ({ api, queryClient }, state) => queryClient.prefetchQuery(groupsQuery(api, state)),
    details: {
      page: lazyRouteComponent(() => loadChunk(() => import('./group-drawer')), 'GroupDrawer'),
      load: ({ api, queryClient }, id) => queryClient.prefetchQuery(groupQuery(api, queryClient, id)),
    },
  }),
}
