import { useCallback, useMemo, useState } from 'react'

export interface Selection<Row> {
  /** From all pages, as they were when they were selected or last seen. */
  readonly rows: readonly Row[]
  select(rows: readonly Row[]): void
  clear(): void
  /** What was removed is no longer selected; the others stay. */
  drop(isGone: (row: Row) => boolean): void
}

/** Which rows of a table are selected. It outlives pages, searches and removals. */
export function useSelection<Row>(): Selection<Row> {
  const [rows, select] = useState<readonly Row[]>([])
  const clear = useCallback(() => select([]), [])
  const drop = useCallback((isGone: (row: Row) => boolean) => select((all) => all.filter((row) => !isGone(row))), [])
  return useMemo(() => ({ rows, select, clear, drop }), [rows, clear, drop])
}
