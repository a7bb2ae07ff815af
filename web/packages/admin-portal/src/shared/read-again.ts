import type { ApiClient } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
// biome-ignore lint/style/noRestrictedImports: it only reads; forms use it instead of the client.
import { type FetchQueryOptions, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'

type Build<Data, Key extends QueryKey> = (
  api: ApiClient,
  queryClient: QueryClient,
) => FetchQueryOptions<Data, Error, Data, Key>

/** Reads a query from the server, whatever is cached: for `current` of a form that edits what a page has shown. */
export function useReadAgain() {
  const api = useApi()
  const queryClient = useQueryClient()
  return <Data, Key extends QueryKey>(build: Build<Data, Key>): Promise<Data> =>
    queryClient.fetchQuery({ ...build(api, queryClient), staleTime: 0 })
}
