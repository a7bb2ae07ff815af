import type { Page } from '@gatehouse/ui'
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

interface OptimisticOptions<Row, Change> {
  /** Under which all lists and details are kept that show the row. */
  readonly key: QueryKey
  readonly save: (row: Row, change: Change) => Promise<unknown>
  /** The row as it will be. */
  readonly apply: (row: Row, change: Change) => Row
}

/**
 * Shows a change of one row at once, in every list and in its details, and the row as it was when the server refuses.
 * Only this row goes back: what happened to others meanwhile stays.
 */
export function useOptimisticChange<Row extends { readonly id: string }, Change>(
  options: OptimisticOptions<Row, Change>,
) {
  const { key, save, apply } = options
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: key,
    mutationFn: ({ row, change }: { row: Row; change: Change }) => save(row, change),
    async onMutate({ row, change }) {
      await queryClient.cancelQueries({ queryKey: key })
      replaceRow(queryClient, key, apply(row, change))
    },
    onError: (_error, { row }) => replaceRow(queryClient, key, row),
    onSettled() {
      // While another change is on its way, a list read now would show the row without it.
      if (queryClient.isMutating({ mutationKey: key }) > 1) return
      return queryClient.invalidateQueries({ queryKey: key })
    },
  })
}

function replaceRow<Row extends { readonly id: string }>(queryClient: QueryClient, key: QueryKey, row: Row): void {
  const replaced = (one: Row) => (one.id === row.id ? row : one)
  queryClient.setQueriesData<Page<Row> | Row>({ queryKey: key }, (data: Page<Row> | Row | undefined) => {
    if (!data) return data
    return isPage(data) ? { ...data, items: data.items.map(replaced) } : replaced(data)
  })
}

const isPage = <Row extends object>(data: Page<Row> | Row): data is Page<Row> => 'items' in data
