import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconUserShield } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { staffQuery, staffTable } from './staff.queries'
import { t } from './staff.texts'

export const staffSection: Section = {
  path: 'staff',
  group: 'operations',
  icon: IconUserShield,
  label: () => t('title'),
  permissions: ['vendor.read.staff'],
  route: tableRoute({
    path: 'staff',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./staff-page')), 'StaffPage'),
    table: staffTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(staffQuery(api)),
  }),
}
