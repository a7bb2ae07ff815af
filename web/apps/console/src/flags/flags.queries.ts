import { defineTable } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { yesNo } from '@gatehouse/ui'
import { queryOptions } from '@tanstack/react-query'
import { readAll } from '../shared/read-all'
import { t } from './flags.texts'

export const KEY = ['flags'] as const

export const flagsTable = defineTable({
  start: { sort: 'name', order: 'asc' },
  filters: { on: yesNo(() => t('on')) },
})

/** A feature has at most one flag. */
export const flagsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      readAll((query) => unwrap(api.GET('/entitlements/resources/feature-flags/v1', { params: { query }, signal }))),
  })

export const readFlag = (api: ApiClient, id: string) =>
  unwrap(api.GET('/entitlements/resources/feature-flags/v1/{flag_id}', { params: { path: { flag_id: id } } }))
