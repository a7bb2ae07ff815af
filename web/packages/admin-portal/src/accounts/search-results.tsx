import { useApi } from '@gatehouse/react'
import { EmptyState, ErrorState, Loading, type RowAction } from '@gatehouse/ui'
import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AccountRow } from './account-row'
import type { Account } from './accounts.actions'
import classes from './accounts.module.css'
import { levelQuery } from './accounts.queries'
import { useT } from './accounts.texts'
import { depthOf } from './depth'
import { useMayEnter } from './use-may-enter'

interface SearchResultsProps {
  readonly filter: string
  readonly actionsFor: (account: Account) => RowAction[]
}

/** Whatever has this in its name, anywhere below the own account. */
export function SearchResults({ filter, actionsFor }: SearchResultsProps) {
  const t = useT()
  const withUsers = useMayEnter()
  const found = useInfiniteQuery(levelQuery(useApi(), { filter, withUsers }))
  if (found.isPending) return <Loading />
  const [first] = found.data?.pages ?? []
  if (!first) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (first.total === 0) {
    return (
      <EmptyState drawing="search" title={t('nothingFound')}>
        {t('nothingFoundHelp')}
      </EmptyState>
    )
  }
  return (
    <>
      <Text role="status" className={classes.found}>
        {t('found', { count: first.total })}
      </Text>
      <ul className={classes.tree}>
        {found.data?.pages.flatMap(({ items }) =>
          items.map((node) => (
            <li key={node.tenantId}>
              <AccountRow account={node} depth={0} actions={actionsFor(node)} />
            </li>
          )),
        )}
        {found.hasNextPage && (
          <li className={classes.more} style={depthOf(0)}>
            <Button
              variant="subtle"
              size="compact-sm"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {t('more')}
            </Button>
          </li>
        )}
      </ul>
    </>
  )
}
