import { defineTable } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { yesNo } from '@gatehouse/ui'
import { queryOptions } from '@tanstack/react-query'
import { t } from './roles.texts'

export const KEY = ['vendor-roles'] as const

export const rolesTable = defineTable({
  start: { sort: 'level', order: 'asc' },
  filters: { default: yesNo(() => t('isDefault')) },
})

/** The vendor's own: under a vendor token the list has no tenant's. */
export const readRoles = (api: ApiClient, signal?: AbortSignal) =>
  unwrap(api.GET('/identity/resources/roles/v1', signal ? { signal } : {}))

export const rolesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: KEY, queryFn: ({ signal }) => readRoles(api, signal) })
