import { type Permission, pageRoute, tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { applicationQuery, applicationsQuery, applicationsTable } from './applications.queries'
import { t } from './applications.texts'
import { mobileAppsQuery } from './mobile/mobile.queries'
import { t as mobile } from './mobile/mobile.texts'

const OF_MOBILE: readonly Permission[] = ['vendor.read.configuration']

export const TABS = {
  page: 'applications',
  tabs: [
    {
      path: '/',
      label: () => t('title'),
      route: (parent: () => AnyRoute) =>
        tableRoute({
          path: '/',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./applications-tab')), 'ApplicationsTab'),
          table: applicationsTable,
          load: ({ api, queryClient }) => queryClient.prefetchQuery(applicationsQuery(api)),
          details: {
            page: lazyRouteComponent(() => loadChunk(() => import('./application-drawer')), 'ApplicationDrawer'),
            load: ({ api, queryClient }, id) => queryClient.prefetchQuery(applicationQuery(api, id)),
          },
        }),
    },
    {
      path: 'mobile',
      label: () => mobile('title'),
      permissions: OF_MOBILE,
      route: (parent: () => AnyRoute) =>
        pageRoute({
          path: 'mobile',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./mobile/mobile-tab')), 'MobileTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(mobileAppsQuery(api)),
        }),
    },
  ],
}
