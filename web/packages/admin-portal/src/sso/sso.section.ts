import { loadChunk } from '@gatehouse/ui'
import { IconLogin2 } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { nestedRoute, pageRoute, tableRoute } from '../shared/section-routes'
import { connectionsQuery, connectionsTable } from './sso.queries'
import { t } from './sso.texts'

export const ssoSection: Section = {
  key: 'sso',
  path: 'sso',
  group: 'organization',
  icon: IconLogin2,
  label: () => t('title'),
  visibility: 'hidden',
  permissions: ['fe.secure.read.samlConfiguration'],
  route: nestedRoute('sso', (parent) => [
    tableRoute({
      path: '/',
      page: lazyRouteComponent(() => loadChunk(() => import('./connections-page')), 'ConnectionsPage'),
      table: connectionsTable,
      load: ({ api, queryClient }) => queryClient.prefetchQuery(connectionsQuery(api)),
      parent,
    }),
    pageRoute({
      path: '$id',
      page: lazyRouteComponent(() => loadChunk(() => import('./connection-page')), 'ConnectionPage'),
      load: ({ api, queryClient }) => queryClient.prefetchQuery(connectionsQuery(api)),
      parent,
    }),
  ]),
}
