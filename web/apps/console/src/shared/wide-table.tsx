import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

interface WideTableProps {
  /** Pixels below which it scrolls sideways. */
  readonly minWidth: number
  /** Pixels above which it scrolls down. */
  readonly maxHeight?: number
  readonly children: ReactNode
}

/** Around a table that may be wider than a phone. Whoever has only a keyboard scrolls it too, also where nothing in it
 * takes the focus. */
export function WideTable({ minWidth, maxHeight, children }: WideTableProps) {
  return (
    <Table.ScrollContainer minWidth={minWidth} mah={maxHeight} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      {children}
    </Table.ScrollContainer>
  )
}
