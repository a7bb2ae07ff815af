import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconPlugConnected } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { connectionsQuery, connectionsTable } from './connections.queries'
import { t } from './connections.texts'

export const connectionsSection: Section = {
  path: 'connections',
  group: 'customers',
  icon: IconPlugConnected,
  label: () => t('title'),
  permissions: ['vendor.read.tenants'],
  route: tableRoute({
    path: 'connections',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./connections-page')), 'ConnectionsPage'),
    table: connectionsTable,
    load: ({ api, queryClient }, state) => queryClient.prefetchQuery(connectionsQuery(api, state)),
  }),
}
