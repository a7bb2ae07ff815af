import { pageRoute } from '@gatehouse/admin-portal/kit'
import { loadPart } from '@gatehouse/ui'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { settingsQuery } from '../shared/settings.queries'
import { t } from './portal.texts'

export const portalSection: Section = {
  path: 'portal',
  group: 'product',
  icon: IconLayoutSidebar,
  label: () => t('title'),
  permissions: ['vendor.read.configuration'],
  route: pageRoute({
    path: 'portal',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadPart(() => import('./portal-page')), 'PortalPage'),
    load: ({ api, queryClient }) => queryClient.prefetchQuery(settingsQuery(api, 'portal')),
  }),
}
