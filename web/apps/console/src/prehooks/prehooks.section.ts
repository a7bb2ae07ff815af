import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconShieldQuestion } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { prehooksQuery, prehooksTable } from './prehooks.queries'
import { t } from './prehooks.texts'

export const prehooksSection: Section = {
  path: 'prehooks',
  group: 'integrations',
  icon: IconShieldQuestion,
  label: () => t('title'),
  permissions: ['vendor.read.configuration'],
  route: tableRoute({
    path: 'prehooks',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./prehooks-page')), 'PrehooksPage'),
    table: prehooksTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(prehooksQuery(api)),
    details: {
      page: lazyRouteComponent(() => loadChunk(() => import('./prehook-drawer')), 'PrehookDrawer'),
      load: ({ api, queryClient }) => queryClient.prefetchQuery(prehooksQuery(api)),
    },
  }),
}
