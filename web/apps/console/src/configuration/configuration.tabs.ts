import { pageRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsQuery } from '../shared/settings.queries'
import { configurationQuery } from './configuration.queries'
import { t } from './configuration.texts'
import { t as workspace } from './workspace/workspace.texts'

export const TABS = {
  page: 'configuration',
  tabs: [
    {
      path: '/',
      label: () => t('document'),
      route: (parent: () => AnyRoute) =>
        pageRoute({
          path: '/',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./document-tab')), 'DocumentTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(configurationQuery(api)),
        }),
    },
    {
      path: 'workspace',
      label: () => workspace('title'),
      route: (parent: () => AnyRoute) =>
        pageRoute({
          path: 'workspace',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./workspace/workspace-tab')), 'WorkspaceTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(settingsQuery(api, 'workspace')),
        }),
    },
  ],
}
