import { tabsRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconStack2 } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { TABS } from './plans.tabs'
import { t } from './plans.texts'

export const plansSection: Section = {
  path: 'plans',
  group: 'catalog',
  icon: IconStack2,
  label: () => t('title'),
  permissions: ['vendor.read.entitlements'],
  route: tabsRoute({
    ...TABS,
    path: 'plans',
    parent: () => consoleRoute,
    component: lazyRouteComponent(() => loadChunk(() => import('./plans-page')), 'PlansPage'),
  }),
}
