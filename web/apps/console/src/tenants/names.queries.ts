import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { KEY } from './tenants.queries'

const MOST = 200

/** Names of tenants by ID, without deleted ones. */
export const tenantNamesQuery = (api: ApiClient, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...KEY, 'names', ids],
    async queryFn({ signal }): Promise<ReadonlyMap<string, string>> {
      const query = { _tenantIds: ids.slice(0, MOST), _limit: MOST }
      const { items } = await unwrap(api.GET('/tenants/resources/tenants/v2', { params: { query }, signal }))
      return new Map(items.map(({ id, name }) => [id, name]))
    },
    enabled: ids.length > 0,
  })
