import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { EmptyState } from '../empty-state'
import { ErrorState } from '../error-state'
import { useT } from '../texts'
import { Body } from './body'
import { BulkBar } from './bulk-bar'
import classes from './data-table.module.css'
import { Head } from './head'
import { Paging } from './paging'
import { changed } from './state'
import { Toolbar } from './toolbar'
import type { DataTableProps } from './types'
import { useServerTable } from './use-server-table'

/** The one table: loading, empty, error and paging are its own; a section hands it columns and a page of rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, label, data, fetching = false, error, state, onStateChange, bulkActions } = props
  const { table, selected } = useServerTable(props)
  useLastPage(props)

  const isNarrowed = Boolean(state.filter) || props.filtered === true
  const isEmpty = data !== undefined && data.total === 0
  if (isEmpty && !isNarrowed && !error)
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
      aria-busy={fetching || (data === undefined && !error)}
    >
      {selected.length > 0 && bulkActions ? (
        <BulkBar table={table} rows={selected} actions={bulkActions} />
      ) : (
        <Toolbar {...props} table={table} />
      )}
      <div className={classes.frame} data-selecting={selected.length > 0 || undefined}>
        {error && data === undefined ? (
          <ErrorState error={error} onRetry={props.onRetry} />
        ) : isEmpty ? (
          <NothingMatches {...props} />
        ) : (
          <>
            <div className={classes.scroll} data-fetching={fetching || undefined}>
              <table className={classes.table} aria-label={label}>
                <Head {...props} table={table} />
                <Body {...props} table={table} />
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

function NothingMatches<Row>({ state, onStateChange, onClearFilters }: DataTableProps<Row>) {
  const t = useT()
  function clear() {
    onClearFilters?.()
    if (state.filter) onStateChange(changed(state, { filter: undefined }))
  }
  return (
    <EmptyState
      drawing="search"
      title={t('table.noMatch')}
      action={
        <Button variant="default" onClick={clear}>
          {t('table.clearFilters')}
        </Button>
      }
    >
      {t('table.noMatchHelp')}
    </EmptyState>
  )
}

/** The last row of the last page was deleted, or an old address names a page that is gone: show the last there is. */
function useLastPage<Row>({ data, fetching, state, onStateChange }: DataTableProps<Row>) {
  const last = data ? Math.max(1, Math.ceil(data.total / state.pageSize)) : undefined
  const isBeyond = last !== undefined && !fetching && data?.items.length === 0 && state.page > last
  useEffect(() => {
    if (isBeyond && last) onStateChange({ ...state, page: last }, 'correction')
  }, [isBeyond, last, state, onStateChange])
}
