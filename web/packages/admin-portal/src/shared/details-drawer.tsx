import { ApiError } from '@gatehouse/api'
import { EmptyState, type EmptyStateProps, ErrorState, Loading, useDialog } from '@gatehouse/ui'
import { Button, Drawer } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { useT } from '../portal.texts'
import { useStaleWhileError } from './freshness'
import { useNavigate, useSearch } from './router'

interface DetailsDrawerProps<Row> {
  readonly title: string
  /** The row; null when it is known that there is none. */
  readonly query: UseQueryResult<Row | null>
  /** Where the table stands: closing leads back to it, as it was. */
  readonly tablePath: string
  /** What is said when the row is gone, or was never this organization's. */
  readonly gone: Pick<EmptyStateProps, 'drawing' | 'title' | 'children'>
  readonly children: (row: Row, close: () => void) => ReactNode
}

const InDetails = createContext(false)

/** Whether this stands in the details of a row, not on the page below them. */
export const useIsInDetails = () => useContext(InDetails)

/** One row beside its table, under an address of its own. */
export function DetailsDrawer<Row>({ title, query, tablePath, gone, children }: DetailsDrawerProps<Row>) {
  const t = useT()
  const navigate = useNavigate()
  const search = useSearch()
  const close = () => void navigate({ to: tablePath, search, resetScroll: false })
  const dialog = useDialog({ opened: true, onClose: close })
  const { data, error } = useStaleWhileError(query)
  const isGone = data === null || (query.error instanceof ApiError && [400, 404].includes(query.error.status))

  return (
    <Drawer {...dialog} size={440} title={title}>
      {isGone ? (
        <EmptyState
          {...gone}
          action={
            <Button variant="default" onClick={close}>
              {t('details.back')}
            </Button>
          }
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : data === undefined ? (
        <Loading />
      ) : (
        <InDetails value={true}>{children(data, close)}</InDetails>
      )}
    </Drawer>
  )
}
