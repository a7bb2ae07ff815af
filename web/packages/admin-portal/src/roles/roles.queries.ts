import { type ApiClient, unwrap } from '@gatehouse/api'
import { choice, yesNo } from '@gatehouse/ui'
import { queryOptions } from '@tanstack/react-query'
import { defineTable } from '../shared/table-state'
import { t } from './roles.texts'

export const rolesTable = defineTable({
  start: { sort: 'name', order: 'asc' },
  filters: {
    kind: choice(() => t('columns.kind'), { own: () => t('kind.own'), vendor: () => t('kind.vendor') }),
    default: yesNo(() => t('isDefault')),
  },
})

/** Permissions by category, as the server knows them. */
export const categoriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['permission-categories'],
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/permissions/v1/categories', { signal })),
  })
