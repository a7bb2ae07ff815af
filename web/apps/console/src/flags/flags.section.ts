import { tabsRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconFlag } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { TABS } from './flags.tabs'
import { t } from './flags.texts'

export const flagsSection: Section = {
  path: 'flags',
  group: 'catalog',
  icon: IconFlag,
  label: () => t('title'),
  permissions: ['vendor.read.entitlements'],
  route: tabsRoute({
    ...TABS,
    path: 'flags',
    parent: () => consoleRoute,
    component: lazyRouteComponent(() => loadChunk(() => import('./flags-page')), 'FlagsPage'),
  }),
}
