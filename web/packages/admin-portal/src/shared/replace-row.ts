import type { Page } from '@gatehouse/ui'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

interface Row {
  readonly id: string
}

type Data = Page<Row> | readonly Row[] | Row

/** Puts a row into every list and every detail that shows it. Other rows stay as they are. */
export function replaceRow(queryClient: QueryClient, key: QueryKey, row: Row): void {
  const replaceIfSame = (one: Row) => (one.id === row.id ? row : one)
  queryClient.setQueriesData<Data>({ queryKey: key }, (data: Data | undefined) => {
    if (!data) return data
    if (isList(data)) return data.map(replaceIfSame)
    return 'items' in data ? { ...data, items: data.items.map(replaceIfSame) } : replaceIfSame(data)
  })
}

const isList = (data: Data): data is readonly Row[] => Array.isArray(data)

/** A row that some list has shown already, for its details to begin with. */
export function knownRow<Known extends Row>(queryClient: QueryClient, key: QueryKey, id: string): Known | undefined {
  return queryClient
    .getQueriesData<Page<Known>>({ queryKey: key })
    .flatMap(([, page]) => page?.items ?? [])
    .find((row) => row.id === id)
}
