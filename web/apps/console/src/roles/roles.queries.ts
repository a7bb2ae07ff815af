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

/** A vendor token lists the vendor's roles only, not those of tenants. */
export const readRoles = (api: ApiClient, signal?: AbortSignal) =>
  unwrap(api.GET('/identity/resources/roles/v1', signal ? { signal } : {}))

export const rolesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: KEY, queryFn: ({ signal }) => readRoles(api, signal) })
