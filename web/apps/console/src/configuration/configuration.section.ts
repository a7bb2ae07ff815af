import { tabsRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconFileCode } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { TABS } from './configuration.tabs'
import { t } from './configuration.texts'

export const configurationSection: Section = {
  path: 'configuration',
  group: 'operations',
  icon: IconFileCode,
  label: () => t('title'),
  permissions: ['vendor.read.configuration'],
  route: tabsRoute({
    ...TABS,
    path: 'configuration',
    parent: () => consoleRoute,
    component: lazyRouteComponent(() => loadChunk(() => import('./configuration-page')), 'ConfigurationPage'),
  }),
}
