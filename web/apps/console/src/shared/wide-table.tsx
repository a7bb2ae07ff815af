import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

interface WideTableProps {
  /** Width in pixels below which it scrolls horizontally. */
  readonly minWidth: number
  /** Height in pixels above which it scrolls vertically. */
  readonly maxHeight?: number
  readonly children: ReactNode
}

/**
 * Scroll container for a table that may be wider than a phone. It can be focused, so that it also scrolls by keyboard
 * if nothing in it takes focus.
 */
export function WideTable({ minWidth, maxHeight, children }: WideTableProps) {
  return (
    <Table.ScrollContainer minWidth={minWidth} mah={maxHeight} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      {children}
    </Table.ScrollContainer>
  )
}
