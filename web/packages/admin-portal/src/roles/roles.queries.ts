import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'

/** Permissions by category, as the server knows them. */
export const categoriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['permission-categories'],
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/permissions/v1/categories', { signal })),
  })
