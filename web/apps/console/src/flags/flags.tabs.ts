import { type Permission, pageRoute, tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { clientFlagsQuery } from './client/client-flags.queries'
import { t as client } from './client/client-flags.texts'
import { flagsQuery, flagsTable } from './flags.queries'
import { t } from './flags.texts'

const OF_CLIENT: readonly Permission[] = ['vendor.read.configuration']

export const TABS = {
  page: 'flags',
  tabs: [
    {
      path: '/',
      label: () => t('tab'),
      route: (parent: () => AnyRoute) =>
        tableRoute({
          path: '/',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./flags-tab')), 'FlagsTab'),
          table: flagsTable,
          load: ({ api, queryClient }) => queryClient.prefetchQuery(flagsQuery(api)),
        }),
    },
    {
      path: 'client',
      label: () => client('title'),
      permissions: OF_CLIENT,
      route: (parent: () => AnyRoute) =>
        pageRoute({
          path: 'client',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./client/client-flags-tab')), 'ClientFlagsTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(clientFlagsQuery(api)),
        }),
    },
  ],
}
