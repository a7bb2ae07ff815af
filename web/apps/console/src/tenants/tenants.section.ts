import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadPart } from '@gatehouse/ui'
import { IconBuilding } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { tenantQuery, tenantsQuery, tenantsTable } from './tenants.queries'
import { t } from './tenants.texts'

export const tenantsSection: Section = {
  path: 'tenants',
  group: 'customers',
  icon: IconBuilding,
  label: () => t('title'),
  permissions: ['vendor.read.tenants'],
  route: tableRoute({
    path: 'tenants',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadPart(() => import('./tenants-page')), 'TenantsPage'),
    table: tenantsTable,
    load: ({ api, queryClient }, state) => queryClient.prefetchQuery(tenantsQuery(api, state)),
    details: {
      page: lazyRouteComponent(() => loadPart(() => import('./tenant-drawer')), 'TenantDrawer'),
      load: ({ api, queryClient }, id) => queryClient.prefetchQuery(tenantQuery(api, queryClient, id)),
    },
  }),
}
