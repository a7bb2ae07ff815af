import { loadChunk } from '@gatehouse/ui'
import { IconShieldLock } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tabsRoute } from '../shared/section-routes'
import { TABS } from './security.tabs'
import { t } from './security.texts'

export const securitySection: Section = {
  key: 'security',
  path: 'security',
  group: 'security',
  icon: IconShieldLock,
  label: () => t('title'),
  visibility: 'always',
  permissions: ['fe.secure.read.securityPolicy'],
  route: tabsRoute({
    ...TABS,
    path: 'security',
    component: lazyRouteComponent(() => loadChunk(() => import('./security-page')), 'SecurityPage'),
  }),
}
