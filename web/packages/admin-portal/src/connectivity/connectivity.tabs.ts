import { loadChunk } from '@gatehouse/ui'
import { lazyRouteComponent } from '@tanstack/react-router'
import { pageRoute, tableRoute } from '../shared/section-routes'
import type { Tabs } from '../shared/tabs'
import { EMAIL, SMS } from './channels'
import { t } from './connectivity.texts'
import { slackQuery } from './slack.queries'
import { subscriptionsQuery, subscriptionsTable } from './subscriptions.queries'

export const TABS: Tabs = {
  page: 'connectivity',
  tabs: [
    {
      path: 'email',
      key: 'email',
      label: () => t('email.tab'),
      permissions: [EMAIL.reads],
      route: (parent) =>
        tableRoute({
          path: 'email',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./channel-tabs')), 'EmailTab'),
          table: subscriptionsTable,
          load: ({ api, queryClient }) => queryClient.prefetchQuery(subscriptionsQuery(api, EMAIL)),
        }),
    },
    {
      path: 'sms',
      key: 'sms',
      label: () => t('sms.tab'),
      permissions: [SMS.reads],
      route: (parent) =>
        tableRoute({
          path: 'sms',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./channel-tabs')), 'SmsTab'),
          table: subscriptionsTable,
          load: ({ api, queryClient }) => queryClient.prefetchQuery(subscriptionsQuery(api, SMS)),
        }),
    },
    {
      path: 'slack',
      key: 'slack',
      label: () => t('slack.tab'),
      permissions: ['fe.connectivity.read.slackSubscriptions'],
      route: (parent) =>
        pageRoute({
          path: 'slack',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./slack-tab')), 'SlackTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(slackQuery(api)),
        }),
    },
  ],
}
