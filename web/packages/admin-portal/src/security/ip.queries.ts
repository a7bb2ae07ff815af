import { type ApiClient, unwrap } from '@gatehouse/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { defineAction } from '../shared/action'
import { defineTable, pageQuery, type StateOf } from '../shared/table-state'
import type { IpRestriction, ListMode } from '../wire'
import { t } from './security.texts'

const IP = '/identity/resources/configurations/v1/restrictions/ip'
const KEY = ['ip-restrictions'] as const

export const ipTable = defineTable({ start: { pageSize: 10 } })

export const ipConfigQuery = (api: ApiClient) =>
  queryOptions({ queryKey: [...KEY, 'config'], queryFn: ({ signal }) => unwrap(api.GET(`${IP}/config`, { signal })) })

export const ipListQuery = (api: ApiClient, mode: ListMode, state: StateOf<Record<never, never>>) =>
  queryOptions({
    queryKey: [...KEY, 'list', mode, state.page, state.pageSize],
    queryFn: async ({ signal }) => {
      const query = { ...pageQuery({ page: state.page, pageSize: state.pageSize }), _filter: mode }
      const { items, _metadata } = await unwrap(api.GET(IP, { params: { query }, signal }))
      return { items, total: _metadata.totalItems }
    },
    placeholderData: keepPreviousData,
  })

/** The address that this browser calls from. */
export const ownAddressQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['own-address'], queryFn: ({ signal }) => unwrap(api.GET('/metadata/ipme', { signal })) })

/** Whether that is allowed; asked again after every change. */
export const ownAllowedQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'own'],
    queryFn: ({ signal }) => unwrap(api.POST(`${IP}/verify/allow`, { signal })),
  })

/** The list that is chosen stays. */
export const switchIp = defineAction({
  call: (api, isActive: boolean) => unwrap(api.POST(`${IP}/config`, { body: { isActive } })),
  invalidates: [KEY],
})

export const chooseIpMode = defineAction({
  call: (api, body: { isActive: boolean; strategy: ListMode }) => unwrap(api.POST(`${IP}/config`, { body })),
  invalidates: [KEY],
  done: () => t('list.changed'),
})

export const allowOwnAddress = defineAction({
  call: (api, _: undefined) => unwrap(api.POST(`${IP}/current`)),
  invalidates: [KEY],
  done: (_, { ip }) => t('ip.ownAdded', { ip }),
})

export const addIp = defineAction({
  call: (api, body: { ip: string; description: string; strategy: ListMode }) =>
    unwrap(api.POST(IP, { body: { ...body, isActive: true } })),
  invalidates: [KEY],
  done: (_, { ip }) => t('ip.added', { ip }),
})

export const removeIp = defineAction({
  call: (api, { id }: IpRestriction) =>
    unwrap(api.DELETE(`${IP}/{restriction_id}`, { params: { path: { restriction_id: id } } })),
  invalidates: [KEY],
  deletedIds: ({ id }) => [id],
  done: ({ ip }) => t('ip.removed', { ip }),
})
