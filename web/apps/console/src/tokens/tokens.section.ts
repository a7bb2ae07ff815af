import { tabsRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconTicket } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { TABS } from './tokens.tabs'
import { t } from './tokens.texts'

export const tokensSection: Section = {
  path: 'tokens',
  group: 'access',
  icon: IconTicket,
  label: () => t('title'),
  permissions: ['vendor.read.configuration'],
  route: tabsRoute({
    ...TABS,
    path: 'tokens',
    parent: () => consoleRoute,
    component: lazyRouteComponent(() => loadChunk(() => import('./tokens-page')), 'TokensPage'),
  }),
}
