import { useApi } from '@gatehouse/react'
import { EmptyState, ErrorState, Loading, type RowAction } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountRow } from './account-row'
import type { Account } from './accounts.actions'
import classes from './accounts.module.css'
import { levelQuery, type Node } from './accounts.queries'
import { useT } from './accounts.texts'
import { depthOf } from './depth'
import { useMayEnter } from './use-may-enter'

type ActionsFor = (account: Account) => RowAction[]

/** The own account and its sub-accounts; children are loaded when a node is expanded. */
export function Tree({ own, actionsFor }: { own: Account; actionsFor: ActionsFor }) {
  const t = useT()
  return (
    <ul className={classes.tree}>
      <li>
        <AccountRow account={own} depth={0} note={t('own')} />
        <Level parent={own} depth={1} actionsFor={actionsFor} />
      </li>
    </ul>
  )
}

interface LevelProps {
  parent: Account
  depth: number
  actionsFor: ActionsFor
}

function Level({ parent, depth, actionsFor }: LevelProps) {
  const t = useT()
  const withUsers = useMayEnter()
  const level = useInfiniteQuery(levelQuery(useApi(), { parentId: parent.tenantId, withUsers }))
  const items = level.data?.pages.flatMap((page) => page.items) ?? []
  if (level.isPending) return <Loading />
  if (level.error && items.length === 0) {
    return <ErrorState error={level.error} onRetry={() => void level.refetch()} />
  }
  if (items.length === 0 && depth === 1) {
    return (
      <EmptyState drawing="list" title={t('empty')}>
        {t('emptyHelp')}
      </EmptyState>
    )
  }
  return (
    <ul className={classes.tree}>
      {items.map((node) => (
        <Branch key={node.tenantId} node={node} depth={depth} actionsFor={actionsFor} />
      ))}
      {level.hasNextPage && (
        <li className={classes.more} style={depthOf(depth)}>
          <Button
            variant="subtle"
            size="compact-sm"
            loading={level.isFetchingNextPage}
            onClick={() => void level.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </li>
      )}
    </ul>
  )
}

function Branch({ node, depth, actionsFor }: { node: Node; depth: number; actionsFor: ActionsFor }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <AccountRow
        account={node}
        depth={depth}
        actions={actionsFor(node)}
        {...(node.metadata.isParent && { isOpen, onToggle: () => setOpen(!isOpen) })}
      />
      {isOpen && node.metadata.isParent && <Level parent={node} depth={depth + 1} actionsFor={actionsFor} />}
    </li>
  )
}
