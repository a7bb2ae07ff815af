import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadPart } from '@gatehouse/ui'
import { IconFlag } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { flagsQuery, flagsTable } from './flags.queries'
import { t } from './flags.texts'

export const flagsSection: Section = {
  path: 'flags',
  group: 'product',
  icon: IconFlag,
  label: () => t('title'),
  permissions: ['vendor.read.entitlements'],
  route: tableRoute({
    path: 'flags',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadPart(() => import('./flags-page')), 'FlagsPage'),
    table: flagsTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(flagsQuery(api)),
  }),
}
