import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'

const PATH = '/vendor/resources/overview/v1'

export const overviewQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => unwrap(api.GET(PATH, { signal })),
  })

export const licensesOverTimeQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['overview', 'licenses'],
    queryFn: ({ signal }) => unwrap(api.GET(`${PATH}/licenses`, { signal })),
  })

export const revenueQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['overview', 'revenue'],
    queryFn: ({ signal }) => unwrap(api.GET(`${PATH}/revenue`, { signal })),
  })
