import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'

/** The roles that may be given to people of this tenant. */
export const rolesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['roles'],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/team/resources/roles/v1', { signal }))).items,
  })
