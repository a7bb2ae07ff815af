import { RelativeTime } from '../relative-time'
import type { Column } from './types'

interface TimeColumnOptions extends Pick<Column<never>, 'sortable'> {
  /** Shown for rows without a time. */
  readonly never?: string
}

/** A column of times relative to now, which is sortable by default. */
export const timeColumn = <Row,>(
  id: string,
  header: string,
  timeOf: (row: Row) => string | null | undefined,
  { sortable = true, never }: TimeColumnOptions = {},
): Column<Row> => ({
  id,
  header,
  sortable,
  cell: (row) => {
    const time = timeOf(row)
    return time ? <RelativeTime value={time} focusable={false} /> : never
  },
})
