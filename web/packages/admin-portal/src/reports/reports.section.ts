import { loadChunk } from '@gatehouse/ui'
import { IconReportAnalytics } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { pageRoute } from '../shared/section-routes'
import { reportsQuery } from './reports.queries'
import { t } from './reports.texts'

export const reportsSection: Section = {
  key: 'reports',
  path: 'reports',
  group: 'security',
  icon: IconReportAnalytics,
  label: () => t('title'),
  visibility: 'hidden',
  permissions: ['fe.secure.read.audits'],
  route: pageRoute({
    path: 'reports',
    page: lazyRouteComponent(() => loadChunk(() => import('./reports-page')), 'ReportsPage'),
    load: ({ api, queryClient }) => queryClient.prefetchQuery(reportsQuery(api)),
  }),
}
