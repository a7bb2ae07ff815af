import { useCallback, useMemo, useState } from 'react'

export interface Selection<Row> {
  /** From all pages, as last loaded. */
  readonly rows: readonly Row[]
  select(rows: readonly Row[]): void
  clear(): void
  /** Removes deleted rows from the selection. */
  deselect(isGone: (row: Row) => boolean): void
}

/** The selected rows of a table, kept across pages, searches and deletions. */
export function useSelection<Row>(): Selection<Row> {
  const [rows, select] = useState<readonly Row[]>([])
  const clear = useCallback(() => select([]), [])
  const deselect = useCallback(
    (isGone: (row: Row) => boolean) => select((all) => all.filter((row) => !isGone(row))),
    [],
  )
  return useMemo(() => ({ rows, select, clear, deselect }), [rows, clear, deselect])
}
