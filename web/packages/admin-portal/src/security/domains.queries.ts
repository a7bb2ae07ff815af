import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineAction } from '../shared/action'
import { defineTable } from '../shared/table-state'
import type { DomainConfig, DomainRestriction, ListMode } from '../wire'
import { t } from './security.texts'

const DOMAINS = '/identity/resources/configurations/restrictions/v1/email-domain'
const KEY = ['domain-restrictions'] as const

export const domainsTable = defineTable({ start: { pageSize: 10, sort: 'domain', order: 'asc' } })

export const domainConfigQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'config'],
    queryFn: ({ signal }) => unwrap(api.GET(`${DOMAINS}/config`, { signal })),
  })

/** Both lists, whole. */
export const domainListQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'list'],
    queryFn: async ({ signal }) => (await unwrap(api.GET(DOMAINS, { signal }))).items,
  })

/** What the answer calls `listType` is sent as `type`. What is not sent stays. */
export const switchDomains = defineAction({
  call: (api, active: boolean) => unwrap(api.POST(`${DOMAINS}/config`, { body: { active } })),
  invalidates: [KEY],
})

export const blockPublicDomains = (config: DomainConfig) =>
  defineAction({
    call: (api, blockPublicDomains: boolean) =>
      unwrap(api.POST(`${DOMAINS}/config`, { body: { active: config.active, blockPublicDomains } })),
    invalidates: [KEY],
  })

export const chooseDomainMode = defineAction({
  call: (api, body: { active: boolean; type: ListMode }) => unwrap(api.POST(`${DOMAINS}/config`, { body })),
  invalidates: [KEY],
  done: () => t('list.changed'),
})

export const addDomain = defineAction({
  call: (api, body: { domain: string; type: ListMode }) => unwrap(api.POST(DOMAINS, { body })),
  invalidates: [KEY],
  done: (_, { domain }) => t('domains.added', { domain }),
})

export const removeDomain = defineAction({
  call: (api, { id }: DomainRestriction) =>
    unwrap(api.DELETE(`${DOMAINS}/{restriction_id}`, { params: { path: { restriction_id: id } } })),
  invalidates: [KEY],
  deletedIds: ({ id }) => [id],
  done: ({ domain }) => t('domains.removed', { domain }),
})
