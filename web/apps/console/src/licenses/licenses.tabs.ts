import { pageRoute, tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { discrepanciesQuery, discrepanciesTable } from '../discrepancies/discrepancies.queries'
import { t as differences } from '../discrepancies/discrepancies.texts'
import { failedEventsQuery } from './failed-events.queries'
import { licenseQuery, licensesQuery, licensesTable } from './licenses.queries'
import { t } from './licenses.texts'

export const TABS = {
  page: 'licenses',
  tabs: [
    {
      path: 'all',
      label: () => t('tabs.all'),
      route: (parent: () => AnyRoute) =>
        tableRoute({
          path: 'all',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./licenses-tab')), 'LicensesTab'),
          table: licensesTable,
          load: ({ api, queryClient }, state) => queryClient.prefetchQuery(licensesQuery(api, state)),
          details: {
            page: lazyRouteComponent(() => loadChunk(() => import('./license-drawer')), 'LicenseDrawer'),
            load: ({ api, queryClient }, id) => queryClient.prefetchQuery(licenseQuery(api, queryClient, id)),
          },
        }),
    },
    {
      path: 'differences',
      label: () => differences('title'),
      route: (parent: () => AnyRoute) =>
        tableRoute({
          path: 'differences',
          parent,
          page: lazyRouteComponent(
            () => loadChunk(() => import('../discrepancies/discrepancies-tab')),
            'DiscrepanciesTab',
          ),
          table: discrepanciesTable,
          load: ({ api, queryClient }, state) => queryClient.prefetchQuery(discrepanciesQuery(api, state)),
        }),
    },
    {
      path: 'payment-events',
      label: () => t('tabs.stuck'),
      route: (parent: () => AnyRoute) =>
        pageRoute({
          path: 'payment-events',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./failed-events-tab')), 'FailedEventsTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(failedEventsQuery(api)),
        }),
    },
  ],
}
