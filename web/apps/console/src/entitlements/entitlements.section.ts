import { pageRoute } from '@gatehouse/admin-portal/kit'
import { loadPart } from '@gatehouse/ui'
import { IconCertificate } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { t } from './entitlements.texts'

export const entitlementsSection: Section = {
  path: 'entitlements',
  group: 'product',
  icon: IconCertificate,
  label: () => t('title'),
  permissions: ['vendor.read.entitlements'],
  route: pageRoute({
    path: 'entitlements',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadPart(() => import('./entitlements-page')), 'EntitlementsPage'),
  }),
}
