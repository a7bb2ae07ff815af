import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'

export const overviewQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => unwrap(api.GET('/vendor/resources/overview/v1', { signal })),
  })
