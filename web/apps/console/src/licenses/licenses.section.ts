import { tabsRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconLicense } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { TABS } from './licenses.tabs'
import { t } from './licenses.texts'

export const licensesSection: Section = {
  path: 'licenses',
  group: 'customers',
  icon: IconLicense,
  label: () => t('title'),
  permissions: ['vendor.read.licenses'],
  route: tabsRoute({
    ...TABS,
    path: 'licenses',
    parent: () => consoleRoute,
    component: lazyRouteComponent(() => loadChunk(() => import('./licenses-page')), 'LicensesPage'),
  }),
}
