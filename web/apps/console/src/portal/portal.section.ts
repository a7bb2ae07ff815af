import { tabsRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { TABS } from './portal.tabs'
import { t } from './portal.texts'

export const portalSection: Section = {
  path: 'portal',
  group: 'signIn',
  icon: IconLayoutSidebar,
  label: () => t('title'),
  permissions: ['vendor.read.configuration'],
  route: tabsRoute({
    ...TABS,
    path: 'portal',
    parent: () => consoleRoute,
    component: lazyRouteComponent(() => loadChunk(() => import('./portal-page')), 'PortalPage'),
  }),
}
