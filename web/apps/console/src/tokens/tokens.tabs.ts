import { pageRoute, tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { targetingQuery, templatesQuery, templatesTable } from './tokens.queries'
import { t } from './tokens.texts'

export const TABS = {
  page: 'tokens',
  tabs: [
    {
      path: '/',
      label: () => t('tabs.templates'),
      route: (parent: () => AnyRoute) =>
        tableRoute({
          path: '/',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./templates-tab')), 'TemplatesTab'),
          table: templatesTable,
          load: ({ api, queryClient }) => queryClient.prefetchQuery(templatesQuery(api)),
          details: { page: lazyRouteComponent(() => loadChunk(() => import('./template-drawer')), 'TemplateDrawer') },
        }),
    },
    {
      path: 'rules',
      label: () => t('tabs.rules'),
      route: (parent: () => AnyRoute) =>
        pageRoute({
          path: 'rules',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./rules/rules-tab')), 'RulesTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(targetingQuery(api)),
        }),
    },
  ],
}
