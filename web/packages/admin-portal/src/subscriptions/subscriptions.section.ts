import { loadChunk } from '@gatehouse/ui'
import { IconCreditCard } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { PortalContext } from '../portal-context'
import type { Section } from '../section'
import { nestedRoute, pageRoute } from '../shared/section-routes'
import {
  hasProviderQuery,
  invoicesQuery,
  methodsQuery,
  plansQuery,
  rulesQuery,
  subscriptionQuery,
} from './subscriptions.queries'
import { t } from './subscriptions.texts'

const load = ({ api, queryClient }: PortalContext) =>
  Promise.all([
    queryClient.prefetchQuery(hasProviderQuery(api)),
    queryClient.prefetchQuery(rulesQuery(api)),
    queryClient.prefetchQuery(subscriptionQuery(api)),
    queryClient.prefetchQuery(plansQuery(api)),
    queryClient.prefetchQuery(methodsQuery(api)),
  ])

export const subscriptionsSection: Section = {
  key: 'subscriptions',
  path: 'subscriptions',
  group: 'billing',
  icon: IconCreditCard,
  label: () => t('title'),
  visibility: 'hidden',
  permissions: ['fe.subscriptions.read.billing'],
  route: nestedRoute('subscriptions', (parent) => [
    pageRoute({
      path: '/',
      page: lazyRouteComponent(() => loadChunk(() => import('./overview-page')), 'OverviewPage'),
      load: (context) => Promise.all([load(context), context.queryClient.prefetchQuery(invoicesQuery(context.api))]),
      parent,
    }),
    pageRoute({
      path: 'plans',
      page: lazyRouteComponent(() => loadChunk(() => import('./plans-page')), 'PlansPage'),
      load,
      parent,
    }),
    pageRoute({
      path: 'checkout/$id',
      page: lazyRouteComponent(() => loadChunk(() => import('./checkout-page')), 'CheckoutPage'),
      load,
      parent,
    }),
  ]),
}
