import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadPart } from '@gatehouse/ui'
import { IconStack2 } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { plansQuery, plansTable } from './plans.queries'
import { t } from './plans.texts'

export const plansSection: Section = {
  path: 'plans',
  group: 'product',
  icon: IconStack2,
  label: () => t('title'),
  permissions: ['vendor.read.entitlements'],
  route: tableRoute({
    path: 'plans',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadPart(() => import('./plans-page')), 'PlansPage'),
    table: plansTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(plansQuery(api)),
  }),
}
