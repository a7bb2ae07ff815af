import { tableRoute } from '@gatehouse/admin-portal/kit'
import { webhooksQuery, webhooksTable } from '@gatehouse/admin-portal/webhooks'
import { loadChunk } from '@gatehouse/ui'
import { IconWebhook } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { t } from './webhooks.texts'

export const webhooksSection: Section = {
  path: 'webhooks',
  group: 'integrations',
  icon: IconWebhook,
  label: () => t('title'),
  permissions: ['vendor.read.events'],
  route: tableRoute({
    path: 'webhooks',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./webhooks-page')), 'WebhooksPage'),
    table: webhooksTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(webhooksQuery(api)),
    details: {
      page: lazyRouteComponent(() => loadChunk(() => import('./webhook-drawer')), 'WebhookDrawer'),
      load: ({ api, queryClient }) => queryClient.prefetchQuery(webhooksQuery(api)),
    },
  }),
}
