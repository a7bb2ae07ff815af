import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadPart } from '@gatehouse/ui'
import { IconUsers } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { peopleQuery, peopleTable, personQuery } from './people.queries'
import { t } from './people.texts'

export const peopleSection: Section = {
  path: 'people',
  group: 'customers',
  icon: IconUsers,
  label: () => t('title'),
  permissions: ['vendor.read.users'],
  route: tableRoute({
    path: 'people',
    parent: () => consoleRoute,
    page: lazyRouteComponent(() => loadPart(() => import('./people-page')), 'PeoplePage'),
    table: peopleTable,
    load: ({ api, queryClient }, state) => queryClient.prefetchQuery(peopleQuery(api, state)),
    details: {
      page: lazyRouteComponent(() => loadPart(() => import('./person-drawer')), 'PersonDrawer'),
      load: ({ api, queryClient }, id) => queryClient.prefetchQuery(personQuery(api, queryClient, id)),
    },
  }),
}
