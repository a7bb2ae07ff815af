import { loadChunk } from '@gatehouse/ui'
import { IconChartBar } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { pageRoute } from '../shared/section-routes'
import { usageQuery } from './usage.queries'
import { t } from './usage.texts'

export const usageSection: Section = {
  key: 'usage',
  path: 'usage',
  group: 'billing',
  icon: IconChartBar,
  label: () => t('title'),
  visibility: 'hidden',
  permissions: ['fe.usage.read'],
  featureFlag: 'fe-usage-page',
  route: pageRoute({
    path: 'usage',
    page: lazyRouteComponent(() => loadChunk(() => import('./usage-page')), 'UsagePage'),
    load: ({ api, queryClient }) => queryClient.prefetchQuery(usageQuery(api)),
  }),
}
