import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconHistory } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { auditQuery, auditsQuery, auditsTable } from './audits.queries'
import { t } from './audits.texts'

export const auditsSection: Section = {
  path: 'audits',
  group: 'operations',
  icon: IconHistory,
  label: () => t('title'),
  permissions: ['vendor.read.audits'],
  route: tableRoute({
    path: 'audits',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./audits-page')), 'AuditsPage'),
    table: auditsTable,
    load: ({ api, queryClient }, state) => queryClient.prefetchQuery(auditsQuery(api, state)),
    details: {
      page: lazyRouteComponent(() => loadChunk(() => import('./audit-drawer')), 'AuditDrawer'),
      load: ({ api, queryClient }, id) => queryClient.prefetchQuery(auditQuery(api, queryClient, id)),
    },
  }),
}
