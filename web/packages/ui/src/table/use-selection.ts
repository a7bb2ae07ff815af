import { useCallback, useMemo, useState } from 'react'

export interface Selection<Row> {
  /** From all pages, as last loaded. */
  readonly rows: readonly Row[]
  select(rows: readonly Row[]): void
  clear(): void
  /** Removes deleted rows from the selection. */
  drop(isGone: (row: Row) => boolean): void
}

/** The selected rows of a table, kept across pages, searches and deletions. */
export function useSelection<Row>(): Selection<Row> {
  const [rows, select] = useState<readonly Row[]>([])
  const clear = useCallback(() => select([]), [])
  const drop = useCallback((isGone: (row: Row) => boolean) => select((all) => all.filter((row) => !isGone(row))), [])
  return useMemo(() => ({ rows, select, clear, drop }), [rows, clear, drop])
}
