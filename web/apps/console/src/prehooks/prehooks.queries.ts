import { defineTable } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { Prehook, PrehookCall } from '../wire'

export const KEY = ['prehooks'] as const
export const CALLS = [...KEY, 'calls'] as const
export const EVENTS = ['SIGN_UP', 'USER_INVITE', 'SIGN_IN', 'JWT_GENERATION'] as const
export type EventKey = (typeof EVENTS)[number]
export const FAIL_METHODS = ['CLOSE', 'OPEN'] as const
export type FailMethod = (typeof FAIL_METHODS)[number]
export const LIST = '/prehooks/resources/configurations/v1'

export const prehooksTable = defineTable({ start: { sort: 'name', order: 'asc' } })

export const readPrehooks = (api: ApiClient, signal?: AbortSignal): Promise<Prehook[]> =>
  unwrap(api.GET(LIST, { ...(signal && { signal }) }))

/** There are at most as many as event types. */
export const prehooksQuery = (api: ApiClient) =>
  queryOptions({ queryKey: [...KEY, 'list'], queryFn: ({ signal }) => readPrehooks(api, signal) })

/** Recent calls, newest first. */
export const callsQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...CALLS, id],
    queryFn: ({ signal }): Promise<PrehookCall[]> =>
      unwrap(api.GET(`${LIST}/{prehook_id}/calls`, { params: { path: { prehook_id: id } }, signal })),
  })
