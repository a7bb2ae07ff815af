import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'

export const usageQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['usage'],
    queryFn: ({ signal }) => unwrap(api.GET('/usage/resources/v1', { signal })),
  })
