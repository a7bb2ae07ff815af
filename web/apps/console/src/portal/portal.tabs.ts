import { pageRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { type AnyRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { settingsQuery } from '../shared/settings.queries'
import { t as columns } from './columns/columns.texts'
import { t as entries } from './entries/entries.texts'
import { t } from './portal.texts'

/** All tabs edit the same table of the document. */
const tab = (path: string, label: () => string, page: RouteComponent) => ({
  path,
  label,
  route: (parent: () => AnyRoute) =>
    pageRoute({
      path,
      parent,
      page,
      load: ({ api, queryClient }) => queryClient.prefetchQuery(settingsQuery(api, 'portal')),
    }),
})

export const TABS = {
  page: 'portal',
  tabs: [
    tab(
      '/',
      () => t('tab'),
      lazyRouteComponent(() => loadChunk(() => import('./pages-tab')), 'PagesTab'),
    ),
    tab(
      'audit-log',
      () => columns('title'),
      lazyRouteComponent(() => loadChunk(() => import('./columns/columns-tab')), 'ColumnsTab'),
    ),
    tab(
      'entries',
      () => entries('title'),
      lazyRouteComponent(() => loadChunk(() => import('./entries/entries-tab')), 'EntriesTab'),
    ),
  ],
}
