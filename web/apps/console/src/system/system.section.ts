import { pageRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconServerCog } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { jobsQuery, systemQuery } from './system.queries'
import { t } from './system.texts'

export const systemSection: Section = {
  path: 'system',
  group: 'operations',
  icon: IconServerCog,
  label: () => t('title'),
  permissions: ['vendor.read.system'],
  route: pageRoute({
    path: 'system',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./system-page')), 'SystemPage'),
    load: ({ api, queryClient }) =>
      Promise.all([queryClient.prefetchQuery(systemQuery(api)), queryClient.prefetchQuery(jobsQuery(api))]),
  }),
}
