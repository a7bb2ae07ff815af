import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconListCheck } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { catalogueQuery, permissionsTable } from './permissions.queries'
import { t } from './permissions.texts'

export const permissionsSection: Section = {
  path: 'permissions',
  group: 'access',
  icon: IconListCheck,
  label: () => t('title'),
  permissions: ['vendor.read.roles'],
  route: tableRoute({
    path: 'permissions',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./permissions-page')), 'PermissionsPage'),
    table: permissionsTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(catalogueQuery(api)),
  }),
}
