import { loadChunk } from '@gatehouse/ui'
import { IconBuilding } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tabsRoute } from '../shared/section-routes'
import { accountTabs } from './account.tabs'
import { t } from './account.texts'

export const accountSection: Section = {
  key: 'account',
  path: 'account',
  group: 'organization',
  icon: IconBuilding,
  label: () => t('title'),
  visibility: 'always',
  permissions: ['fe.secure.read.accountSettings'],
  route: tabsRoute({
    ...accountTabs,
    path: 'account',
    component: lazyRouteComponent(() => loadChunk(() => import('./account-page')), 'AccountPage'),
  }),
}
