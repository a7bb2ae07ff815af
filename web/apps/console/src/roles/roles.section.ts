import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconKey } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { rolesQuery, rolesTable } from './roles.queries'
import { t } from './roles.texts'

export const rolesSection: Section = {
  path: 'roles',
  group: 'access',
  icon: IconKey,
  label: () => t('title'),
  permissions: ['vendor.read.roles'],
  route: tableRoute({
    path: 'roles',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./roles-page')), 'RolesPage'),
    table: rolesTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(rolesQuery(api)),
    details: { page: lazyRouteComponent(() => loadChunk(() => import('./role-drawer')), 'RoleDrawer') },
  }),
}
