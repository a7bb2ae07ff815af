import { tabsRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconApps } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { TABS } from './applications.tabs'
import { t } from './applications.texts'

export const applicationsSection: Section = {
  path: 'applications',
  group: 'integrations',
  icon: IconApps,
  label: () => t('title'),
  permissions: ['vendor.read.applications'],
  route: tabsRoute({
    ...TABS,
    path: 'applications',
    parent: () => consoleRoute,
    component: lazyRouteComponent(() => loadChunk(() => import('./applications-page')), 'ApplicationsPage'),
  }),
}
