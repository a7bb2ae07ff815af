import { loadChunk } from '@gatehouse/ui'
import { IconIdBadge2 } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { rolesQuery } from '../shared/roles.queries'
import { tableRoute } from '../shared/section-routes'
import { rolesTable } from './roles.queries'
import { t } from './roles.texts'

export const rolesSection: Section = {
  key: 'roles',
  path: 'roles',
  group: 'organization',
  icon: IconIdBadge2,
  label: () => t('title'),
  visibility: 'hidden',
  permissions: ['fe.secure.read.roles'],
  route: tableRoute({
    path: 'roles',
    page: lazyRouteComponent(() => loadChunk(() => import('./roles-page')), 'RolesPage'),
    table: rolesTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(rolesQuery(api)),
    details: { page: lazyRouteComponent(() => loadChunk(() => import('./role-drawer')), 'RoleDrawer') },
  }),
}
