import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconPuzzle } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { featuresQuery, featuresTable } from './features.queries'
import { t } from './features.texts'

export const featuresSection: Section = {
  path: 'features',
  group: 'catalog',
  icon: IconPuzzle,
  label: () => t('title'),
  permissions: ['vendor.read.entitlements'],
  route: tableRoute({
    path: 'features',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./features-page')), 'FeaturesPage'),
    table: featuresTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(featuresQuery(api)),
  }),
}
