import { loadChunk } from '@gatehouse/ui'
import { IconGauge } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tabsRoute } from '../shared/section-routes'
import { TABS } from './security-center.tabs'
import { t } from './security-center.texts'

export const securityCenterSection: Section = {
  key: 'securityCenter',
  path: 'security-center',
  group: 'security',
  icon: IconGauge,
  label: () => t('title'),
  visibility: 'always',
  permissions: ['fe.secure.read.securityPolicy'],
  route: tabsRoute({
    ...TABS,
    path: 'security-center',
    component: lazyRouteComponent(() => loadChunk(() => import('./security-center-page')), 'SecurityCenterPage'),
  }),
}
