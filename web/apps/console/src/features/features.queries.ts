import { defineTable } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { yesNo } from '@gatehouse/ui'
import { queryOptions } from '@tanstack/react-query'
import { readAll } from '../shared/read-all'
import { t } from './features.texts'

export const KEY = ['features'] as const

export const featuresTable = defineTable({
  start: { sort: 'name', order: 'asc' },
  filters: { flag: yesNo(() => t('columns.flag')) },
})

/** The server allows at most 1,000. */
export const readFeatures = (api: ApiClient, signal?: AbortSignal) =>
  readAll((query) =>
    unwrap(api.GET('/entitlements/resources/features/v1', { params: { query }, ...(signal && { signal }) })),
  )

export const featuresQuery = (api: ApiClient) =>
  queryOptions({ queryKey: KEY, queryFn: ({ signal }) => readFeatures(api, signal) })
