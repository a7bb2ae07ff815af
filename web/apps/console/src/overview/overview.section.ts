import { pageRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { overviewQuery } from './overview.queries'
import { t } from './overview.texts'

export const overviewSection: Section = {
  path: 'overview',
  group: 'customers',
  icon: IconLayoutDashboard,
  label: () => t('title'),
  permissions: ['vendor.read.tenants'],
  route: pageRoute({
    path: 'overview',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./overview-page')), 'OverviewPage'),
    load: ({ api, queryClient }) => queryClient.prefetchQuery(overviewQuery(api)),
  }),
}
