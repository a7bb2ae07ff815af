import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { deletedQuery, deletedTable } from './deleted.queries'
import { t as deleted } from './deleted.texts'
import { tenantQuery, tenantsQuery, tenantsTable } from './tenants.queries'
import { t } from './tenants.texts'

export const TABS = {
  page: 'tenants',
  tabs: [
    {
      path: '/',
      label: () => t('tabs.all'),
      route: (parent: () => AnyRoute) =>
        tableRoute({
          path: '/',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./tenants-tab')), 'TenantsTab'),
          table: tenantsTable,
          load: ({ api, queryClient }, state) => queryClient.prefetchQuery(tenantsQuery(api, state)),
          details: {
            page: lazyRouteComponent(() => loadChunk(() => import('./tenant-drawer')), 'TenantDrawer'),
            load: ({ api, queryClient }, id) => queryClient.prefetchQuery(tenantQuery(api, queryClient, id)),
          },
        }),
    },
    {
      path: 'deleted',
      label: () => deleted('title'),
      route: (parent: () => AnyRoute) =>
        tableRoute({
          path: 'deleted',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./deleted-tab')), 'DeletedTab'),
          table: deletedTable,
          load: ({ api, queryClient }, state) => queryClient.prefetchQuery(deletedQuery(api, state)),
        }),
    },
  ],
}
