import { loadChunk } from '@gatehouse/ui'
import { lazyRouteComponent } from '@tanstack/react-router'
import { pageRoute, tableRoute } from '../shared/section-routes'
import type { Tab, Tabs } from '../shared/tabs'
import { insightsQuery, type Preset, peopleQuery, peopleTable, recommendationsQuery } from './security-center.queries'
import { t } from './security-center.texts'

const people = (path: keyof typeof PRESETS, page: 'BreachedTab' | 'UnenrolledTab' | 'InactiveTab'): Tab => ({
  path,
  key: path,
  label: () => t(`tabs.${path}`),
  permissions: ['fe.secure.read.users'],
  route: (parent) =>
    tableRoute({
      path,
      parent,
      page: lazyRouteComponent(() => loadChunk(() => import('./people-tabs')), page),
      table: peopleTable,
      load: ({ api, queryClient }, state) => queryClient.prefetchQuery(peopleQuery(api, PRESETS[path], state)),
    }),
})

const PRESETS = {
  breached: 'breached-passwords',
  unenrolled: 'mfa-unenrolled',
  inactive: 'inactive',
} as const satisfies Record<string, Preset>

export const TABS: Tabs = {
  page: 'securityCenter',
  tabs: [
    {
      path: 'overview',
      key: 'overview',
      label: () => t('tabs.overview'),
      permissions: ['fe.secure.read.securityPolicy'],
      route: (parent) =>
        pageRoute({
          path: 'overview',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./overview-tab')), 'OverviewTab'),
          load: ({ api, queryClient }) =>
            Promise.all([
              queryClient.prefetchQuery(recommendationsQuery(api)),
              queryClient.prefetchQuery(insightsQuery(api)),
            ]),
        }),
    },
    people('breached', 'BreachedTab'),
    people('unenrolled', 'UnenrolledTab'),
    people('inactive', 'InactiveTab'),
  ],
}
