import { loadChunk } from '@gatehouse/ui'
import { IconHistory } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tableRoute } from '../shared/section-routes'
import { auditQuery, auditsQuery, auditsTable, statsQuery } from './audits.queries'
import { t } from './audits.texts'

export const auditsSection: Section = {
  key: 'audits',
  path: 'audits',
  group: 'security',
  icon: IconHistory,
  label: () => t('title'),
  visibility: 'always',
  permissions: ['fe.secure.read.audits'],
  route: tableRoute({
    path: 'audits',
    page: lazyRouteComponent(() => loadChunk(() => import('./audits-page')), 'AuditsPage'),
    table: auditsTable,
    load: ({ api, queryClient }, state) =>
      Promise.all([queryClient.prefetchQuery(auditsQuery(api, state)), queryClient.prefetchQuery(statsQuery(api))]),
    details: {
      page: lazyRouteComponent(() => loadChunk(() => import('./audit-drawer')), 'AuditDrawer'),
      load: ({ api, queryClient }, id) => queryClient.prefetchQuery(auditQuery(api, queryClient, id)),
    },
  }),
}
