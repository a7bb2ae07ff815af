import { tabsRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconBuilding } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { TABS } from './tenants.tabs'
import { t } from './tenants.texts'

export const tenantsSection: Section = {
  path: 'tenants',
  group: 'customers',
  icon: IconBuilding,
  label: () => t('title'),
  permissions: ['vendor.read.tenants'],
  route: tabsRoute({
    ...TABS,
    path: 'tenants',
    parent: () => consoleRoute,
    component: lazyRouteComponent(() => loadChunk(() => import('./tenants-page')), 'TenantsPage'),
  }),
}
