import { loadChunk } from '@gatehouse/ui'
import { IconKey } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tableRoute } from '../shared/section-routes'
import { tokensQuery, tokensTable } from './api-tokens.queries'
import { t } from './api-tokens.texts'

export const apiTokensSection: Section = {
  key: 'apiTokens',
  path: 'api-tokens',
  group: 'developers',
  icon: IconKey,
  label: () => t('tenant.title'),
  visibility: 'hidden',
  permissions: ['fe.secure.read.tenantApiTokens'],
  route: tableRoute({
    path: 'api-tokens',
    page: lazyRouteComponent(() => loadChunk(() => import('./tokens-page')), 'TenantTokensPage'),
    table: tokensTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(tokensQuery(api, 'tenant')),
  }),
}
