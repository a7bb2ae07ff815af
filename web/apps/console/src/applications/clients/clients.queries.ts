import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { KEY } from '../applications.queries'

export const CLIENTS = '/applications/application-clients'

export const readClients = (api: ApiClient, appId: string, signal?: AbortSignal) =>
  unwrap(api.GET(`${CLIENTS}/app/{app_id}`, { params: { path: { app_id: appId } }, ...(signal && { signal }) }))

/** Oldest first, including clients that registered themselves. */
export const clientsQuery = (api: ApiClient, appId: string) =>
  queryOptions({
    queryKey: [...KEY, 'clients', appId],
    queryFn: ({ signal }) => readClients(api, appId, signal),
  })
