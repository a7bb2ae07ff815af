import { tableRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../../console.route'
import { mergesQuery, mergesTable } from './merges.queries'

/** A sibling of the list of users, whose details are at `/people/<id>`. */
export const mergesRoute = tableRoute({
  path: 'people/merges',
  parent: () => consoleRoute,
  page: lazyRouteComponent(() => loadChunk(() => import('./merges-page')), 'MergesPage'),
  table: mergesTable,
  load: ({ api, queryClient }, state) => queryClient.prefetchQuery(mergesQuery(api, state)),
})
