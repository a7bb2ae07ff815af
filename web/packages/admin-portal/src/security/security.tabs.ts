import { loadChunk } from '@gatehouse/ui'
import { lazyRouteComponent } from '@tanstack/react-router'
import { pageRoute, tableRoute } from '../shared/section-routes'
import type { Tabs } from '../shared/tabs'
import { countriesQuery } from './countries.queries'
import { domainConfigQuery, domainListQuery, domainsTable } from './domains.queries'
import { ipConfigQuery, ipTable } from './ip.queries'
import { historyQuery, lockoutQuery, mfaQuery, sessionLimitsQuery } from './security.queries'
import { t } from './security.texts'

export const TABS: Tabs = {
  page: 'security',
  tabs: [
    {
      path: 'sessions',
      key: 'sessionManagement',
      label: () => t('tabs.sessions'),
      permissions: ['fe.secure.read.securityPolicy'],
      route: (parent) =>
        pageRoute({
          path: 'sessions',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./sessions-tab')), 'SessionsTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(sessionLimitsQuery(api)),
        }),
    },
    {
      path: 'sign-in',
      key: 'generalSettings',
      label: () => t('tabs.general'),
      permissions: ['fe.secure.read.securityPolicy'],
      route: (parent) =>
        pageRoute({
          path: 'sign-in',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./general-tab')), 'GeneralTab'),
          load: ({ api, queryClient }) =>
            Promise.all([
              queryClient.prefetchQuery(mfaQuery(api)),
              queryClient.prefetchQuery(lockoutQuery(api)),
              queryClient.prefetchQuery(historyQuery(api)),
            ]),
        }),
    },
    {
      path: 'ip',
      key: 'ipRestrictions',
      label: () => t('tabs.ip'),
      permissions: ['fe.secure.read.ipRestrictions'],
      route: (parent) =>
        tableRoute({
          path: 'ip',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./ip-tab')), 'IpTab'),
          table: ipTable,
          load: ({ api, queryClient }) => queryClient.prefetchQuery(ipConfigQuery(api)),
        }),
    },
    {
      path: 'domains',
      key: 'domainRestrictions',
      label: () => t('tabs.domains'),
      permissions: ['fe.secure.read.emailDomainRestrictions'],
      route: (parent) =>
        tableRoute({
          path: 'domains',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./domains-tab')), 'DomainsTab'),
          table: domainsTable,
          load: ({ api, queryClient }) =>
            Promise.all([
              queryClient.prefetchQuery(domainConfigQuery(api)),
              queryClient.prefetchQuery(domainListQuery(api)),
            ]),
        }),
    },
    {
      path: 'countries',
      key: 'countryRestrictions',
      label: () => t('tabs.countries'),
      permissions: ['fe.secure.read.countryRestrictions'],
      route: (parent) =>
        pageRoute({
          path: 'countries',
          parent,
          page: lazyRouteComponent(() => loadChunk(() => import('./countries-tab')), 'CountriesTab'),
          load: ({ api, queryClient }) => queryClient.prefetchQuery(countriesQuery(api)),
        }),
    },
  ],
}
