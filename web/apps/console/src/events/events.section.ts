import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconBolt } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { eventsQuery, eventsTable } from './events.queries'
import { t } from './events.texts'

export const eventsSection: Section = {
  path: 'events',
  group: 'integrations',
  icon: IconBolt,
  label: () => t('title'),
  permissions: ['vendor.read.configuration'],
  route: tableRoute({
    path: 'events',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./events-page')), 'EventsPage'),
    table: eventsTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(eventsQuery(api)),
  }),
}
