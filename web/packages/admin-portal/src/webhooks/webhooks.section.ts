import { loadChunk } from '@gatehouse/ui'
import { IconWebhook } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tableRoute } from '../shared/section-routes'
import { webhooksQuery, webhooksTable } from './webhooks.queries'
import { t } from './webhooks.texts'

export const webhooksSection: Section = {
  key: 'webhooks',
  path: 'webhooks',
  group: 'developers',
  icon: IconWebhook,
  label: () => t('title'),
  visibility: 'hidden',
  permissions: ['fe.connectivity.read.webhooks'],
  route: tableRoute({
    path: 'webhooks',
    page: lazyRouteComponent(() => loadChunk(() => import('./webhooks-page')), 'WebhooksPage'),
    table: webhooksTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(webhooksQuery(api)),
    details: {
      page: lazyRouteComponent(() => loadChunk(() => import('./webhook-drawer')), 'WebhookDrawer'),
      load: ({ api, queryClient }) => queryClient.prefetchQuery(webhooksQuery(api)),
    },
  }),
}
