import { pageRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconPalette } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { settingsQuery } from '../shared/settings.queries'
import { t } from './brand.texts'

export const brandSection: Section = {
  path: 'brand',
  group: 'signIn',
  icon: IconPalette,
  label: () => t('title'),
  permissions: ['vendor.read.configuration'],
  route: pageRoute({
    path: 'brand',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadChunk(() => import('./brand-page')), 'BrandPage'),
    load: ({ api, queryClient }) => queryClient.prefetchQuery(settingsQuery(api, 'brand')),
  }),
}
