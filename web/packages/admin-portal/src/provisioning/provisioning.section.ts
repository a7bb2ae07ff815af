import { loadChunk } from '@gatehouse/ui'
import { IconAddressBook } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { tableRoute } from '../shared/section-routes'
import { connectionsQuery, connectionsTable } from './provisioning.queries'
import { t } from './provisioning.texts'

export const provisioningSection: Section = {
  key: 'provisioning',
  path: 'provisioning',
  group: 'organization',
  icon: IconAddressBook,
  label: () => t('title'),
  visibility: 'hidden',
  permissions: ['fe.secure.read.provisioningConfiguration'],
  route: tableRoute({
    path: 'provisioning',
    page: lazyRouteComponent(() => loadChunk(() => import('./provisioning-page')), 'ProvisioningPage'),
    table: connectionsTable,
    load: ({ api, queryClient }) => queryClient.prefetchQuery(connectionsQuery(api)),
  }),
}
