import type { Page } from '@gatehouse/ui'
import type { UseQueryResult } from '@tanstack/react-query'

/** What a `DataTable` takes from its query. A list that failed to load is empty with a way to try again, never stale. */
export function tableProps<Row>(query: UseQueryResult<Page<Row>>) {
  return {
    data: query.isError ? undefined : query.data,
    error: query.error,
    fetching: query.isPlaceholderData && query.isFetching,
    onRetry: () => void query.refetch(),
  }
}
