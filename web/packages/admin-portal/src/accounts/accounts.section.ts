import { loadChunk } from '@gatehouse/ui'
import { IconSitemap } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { nestedRoute, tableRoute } from '../shared/section-routes'
import { accountsTable, peopleTable } from './accounts.queries'
import { t } from './accounts.texts'

export const accountsSection: Section = {
  key: 'allAccounts',
  path: 'accounts',
  group: 'organization',
  icon: IconSitemap,
  label: () => t('title'),
  visibility: 'always',
  permissions: ['fe.account-hierarchy.read.subAccount'],
  route: nestedRoute('accounts', (parent) => [
    tableRoute({
      path: '/',
      parent,
      page: lazyRouteComponent(() => loadChunk(() => import('./accounts-page')), 'AccountsPage'),
      table: accountsTable,
      load: () => undefined,
    }),
    tableRoute({
      path: '$id',
      parent,
      page: lazyRouteComponent(() => loadChunk(() => import('./selected-page')), 'SelectedPage'),
      table: peopleTable,
      load: () => undefined,
    }),
  ]),
}
