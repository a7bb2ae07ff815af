import { defineTable } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { readAll } from '../shared/read-all'

export const KEY = ['plans'] as const

export const plansTable = defineTable({ start: { sort: 'name', order: 'asc' } })

/** The server allows at most 1,000. */
export const plansQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      readAll((query) => unwrap(api.GET('/entitlements/resources/plans/v1', { params: { query }, signal }))),
  })

export const readPlan = (api: ApiClient, id: string) =>
  unwrap(api.GET('/entitlements/resources/plans/v1/{plan_id}', { params: { path: { plan_id: id } } }))
