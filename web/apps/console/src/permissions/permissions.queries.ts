import { defineTable } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { choice } from '@gatehouse/ui'
import { queryOptions } from '@tanstack/react-query'
import type { Permission } from '../wire'
import { t } from './permissions.texts'

/** Same key as the permission matrix of a role. */
export const KEY = ['permission-categories'] as const

export const ASSIGNMENTS = ['ALWAYS', 'NEVER'] as const
export type Assignment = (typeof ASSIGNMENTS)[number]

/** The API has a third value with the same meaning as the first. */
export const assignmentOf = ({ assignmentType }: Pick<Permission, 'assignmentType'>): Assignment =>
  assignmentType === 'NEVER' ? 'NEVER' : 'ALWAYS'

export const permissionsTable = defineTable({
  start: { sort: 'category', order: 'asc' },
  filters: {
    assignment: choice<Assignment>(() => t('columns.assignment'), {
      ALWAYS: () => t('assignment.ALWAYS'),
      NEVER: () => t('assignment.NEVER'),
    }),
  },
})

export const readCatalogue = (api: ApiClient, signal?: AbortSignal) =>
  unwrap(api.GET('/identity/resources/permissions/v1/categories', signal ? { signal } : {}))

export const catalogueQuery = (api: ApiClient) =>
  queryOptions({ queryKey: KEY, queryFn: ({ signal }) => readCatalogue(api, signal) })
