import { Button } from '@mantine/core'
import { useDeferredValue, useEffect } from 'react'
import { EmptyState } from '../empty-state'
import { ErrorState } from '../error-state'
import { useT } from '../texts'
import { Body } from './body'
import { BulkBar } from './bulk-bar'
import classes from './data-table.module.css'
import { Head } from './head'
import { Paging } from './paging'
import { StaleRows } from './stale-rows'
import { hasFilters, withoutFilters } from './state'
import { Toolbar } from './toolbar'
import type { DataTableProps } from './types'
import { useServerTable } from './use-server-table'

/**
 * The table of all sections, with loading, empty and error states and paging. A section provides columns and a page of
 * rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, label, data, fetching = false, error, state, onStateChange, bulkActions, stale } = props
  // New rows are rendered at low priority, so that clicks and keys never wait for them.
  const drawn = { ...props, data: useDeferredValue(data) }
  const isDrawing = drawn.data !== data
  const { table, selection } = useServerTable(drawn)
  useLastPage(props)

  const isSelecting = selection.rows.length > 0 && bulkActions !== undefined
  const shown = table.getSelectedRowModel().rows.length
  const isEmpty = data !== undefined && data.total === 0
  if (isEmpty && !hasFilters(state) && !error)
    return (
      <section id={id} aria-label={label} className={`${classes.section} ${classes.frame}`}>
        {props.empty}
      </section>
    )

  return (
    <section
      id={id}
      aria-label={label}
      className={classes.section}
      aria-busy={fetching || isDrawing || (data === undefined && !error)}
    >
      {isSelecting ? (
        <BulkBar selection={selection} elsewhere={selection.rows.length - shown} actions={bulkActions} />
      ) : (
        <Toolbar {...props} table={table} />
      )}
      <div className={classes.frame} data-selecting={isSelecting || undefined}>
        <div role="status" className={classes.stale}>
          {stale && data && <StaleRows old={stale} onRetry={props.onRetry} />}
        </div>
        {error && data === undefined ? (
          <ErrorState error={error} onRetry={props.onRetry} />
        ) : isEmpty ? (
          <NothingMatches {...props} />
        ) : (
          <>
            <div className={classes.scroll} data-fetching={fetching || undefined}>
              <table
                className={classes.table}
                aria-label={label}
                data-few={props.columns.length <= FEW || undefined}
                data-many={table.getVisibleLeafColumns().length >= MANY || undefined}
              >
                <Head {...props} table={table} />
                <Body {...drawn} table={table} />
              </table>
            </div>
            {data && (
              <Paging state={state} onStateChange={onStateChange} total={data.total} shown={data.items.length} />
            )}
          </>
        )}
      </div>
    </section>
  )
}

// This many columns fit unless rows are cards: nothing scrolls, so no column has to stick.
const FEW = 3
// This many columns never fit.
const MANY = 7

function NothingMatches<Row>({ state, onStateChange }: DataTableProps<Row>) {
  const t = useT()
  return (
    <EmptyState
      drawing="search"
      title={t('table.noMatch')}
      action={
        <Button variant="default" onClick={() => onStateChange(withoutFilters(state))}>
          {t('table.clearFilters')}
        </Button>
      }
    >
      {t('table.noMatchHelp')}
    </EmptyState>
  )
}

/** If the requested page is gone, because its last row was deleted or the address is old, shows the last page. */
function useLastPage<Row>({ data, fetching, state, onStateChange }: DataTableProps<Row>) {
  const last = data ? Math.max(1, Math.ceil(data.total / state.pageSize)) : undefined
  const isBeyond = last !== undefined && !fetching && data?.items.length === 0 && state.page > last
  useEffect(() => {
    if (isBeyond && last) onStateChange({ ...state, page: last }, 'correction')
  }, [isBeyond, last, state, onStateChange])
}
