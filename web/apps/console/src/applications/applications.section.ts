import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadPart } from '@gatehouse/ui'
import { IconApps } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { applicationQuery, applicationsQuery, applicationsTable } from './applications.queries'
import { t } from './applications.texts'

export const applicationsSection: Section = {
  path: 'applications',
  group: 'product',
  icon: IconApps,
  label: () => t('title'),
  permissions: ['vendor.read.applications'],
  route: tableRoute({
    path: 'applications',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadPart(() => import('./applications-page')), 'ApplicationsPage'),
    table: applicationsTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(applicationsQuery(api)),
    details: {
      page: lazyRouteComponent(() => loadPart(() => import('./application-drawer')), 'ApplicationDrawer'),
      load: ({ api, queryClient }, id) => queryClient.prefetchQuery(applicationQuery(api, id)),
    },
  }),
}
