import { loadChunk } from '@gatehouse/ui'
import { IconUserCode } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tableRoute } from '../shared/section-routes'
import { tokensQuery, tokensTable } from './api-tokens.queries'
import { t } from './api-tokens.texts'

export const personalTokensSection: Section = {
  key: 'personalApiTokens',
  path: 'personal-tokens',
  group: 'you',
  icon: IconUserCode,
  label: () => t('personal.title'),
  visibility: 'hidden',
  permissions: ['fe.secure.read.userApiTokens'],
  route: tableRoute({
    path: 'personal-tokens',
    page: lazyRouteComponent(() => loadChunk(() => import('./tokens-page')), 'PersonalTokensPage'),
    table: tokensTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(tokensQuery(api, 'personal')),
  }),
}
