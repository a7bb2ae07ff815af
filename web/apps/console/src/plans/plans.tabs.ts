import { type Permission, pageRoute, tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsQuery } from '../shared/settings.queries'
import { t as billing } from './billing/billing.texts'
import { plansQuery, plansTable } from './plans.queries'
import { t } from './plans.texts'

const OF_BILLING: readonly Permission[] = ['vendor.read.configuration']

export const TABS = {
  page: 'plans',
  tabs: [
    {
      path: '/',
      label: () => t('title'),
      route: (parent: () => AnyRoute) =>
        tableRoute({
          path: '/',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./plans-tab')), 'PlansTab'),
          table: plansTable,
          load: ({ api, queryClient }) => queryClient.prefetchQuery(plansQuery(api)),
        }),
    },
    {
      path: 'billing',
      label: () => billing('title'),
      permissions: OF_BILLING,
      route: (parent: () => AnyRoute) =>
        pageRoute({
          path: 'billing',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./billing/billing-tab')), 'BillingTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(settingsQuery(api, 'billing')),
        }),
    },
  ],
}
