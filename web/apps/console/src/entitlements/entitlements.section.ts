import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconCertificate } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { entitlementsTable } from './entitlements.queries'
import { t } from './entitlements.texts'

export const entitlementsSection: Section = {
  path: 'entitlements',
  group: 'catalog',
  icon: IconCertificate,
  label: () => t('title'),
  permissions: ['vendor.read.entitlements'],
  route: tableRoute({
    path: 'entitlements',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./entitlements-page')), 'EntitlementsPage'),
    table: entitlementsTable,
    load: () => undefined,
  }),
}
