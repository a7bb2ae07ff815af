import { loadChunk } from '@gatehouse/ui'
import { IconBellRinging } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tabsRoute } from '../shared/section-routes'
import { TABS } from './connectivity.tabs'
import { t } from './connectivity.texts'

export const connectivitySection: Section = {
  key: 'connectivity',
  path: 'connectivity',
  group: 'developers',
  icon: IconBellRinging,
  label: () => t('title'),
  visibility: 'hidden',
  permissions: [
    'fe.connectivity.read.emailConfig',
    'fe.connectivity.read.smsConfig',
    'fe.connectivity.read.slackSubscriptions',
  ],
  route: tabsRoute({
    ...TABS,
    path: 'connectivity',
    component: lazyRouteComponent(() => loadChunk(() => import('./connectivity-page')), 'ConnectivityPage'),
  }),
}
