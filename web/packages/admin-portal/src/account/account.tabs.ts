import { loadChunk } from '@gatehouse/ui'
import { lazyRouteComponent } from '@tanstack/react-router'
import { pageRoute } from '../shared/section-routes'
import type { Tabs } from '../shared/tabs'
import { accountQuery } from './account.queries'
import { t } from './account.texts'

export const accountTabs: Tabs = {
  page: 'account',
  tabs: [
    {
      path: 'settings',
      key: 'settings',
      label: () => t('tabs.settings'),
      route: (parent) =>
        pageRoute({
          path: 'settings',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./settings-tab')), 'SettingsTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(accountQuery(api)),
        }),
    },
    {
      path: 'custom-login',
      key: 'customLogin',
      label: () => t('tabs.customLogin'),
      route: (parent) =>
        pageRoute({
          path: 'custom-login',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./custom-login-tab')), 'CustomLoginTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(accountQuery(api)),
        }),
    },
  ],
}
