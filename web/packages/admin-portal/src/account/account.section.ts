import { loadPart } from '@gatehouse/ui'
import { IconBuilding } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { pageRoute } from '../shared/section-routes'
import { accountQuery } from './account.queries'
import { t } from './account.texts'

export const accountSection: Section = {
  key: 'account',
  path: 'account',
  group: 'organization',
  icon: IconBuilding,
  label: () => t('title'),
  visibility: 'always',
  permissions: ['fe.secure.read.accountSettings'],
  route: pageRoute({
    path: 'account',
    page: lazyRouteComponent(() => loadPart(() => import('./account-page')), 'AccountPage'),
    load: ({ api, queryClient }) => queryClient.prefetchQuery(accountQuery(api)),
  }),
}
