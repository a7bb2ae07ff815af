import { type RowAction, RowMenu, StatusBadge } from '@gatehouse/ui'
import { ActionIcon } from '@mantine/core'
import { IconBuilding, IconChevronRight } from '@tabler/icons-react'
import { Link } from '../shared/router'
import type { Account } from './accounts.actions'
import classes from './accounts.module.css'
import type { Node } from './accounts.queries'
import { useT } from './accounts.texts'
import { depthOf } from './depth'

interface AccountRowProps {
  readonly account: Account & Partial<Node>
  readonly depth: number
  /** Instead of the number of people. */
  readonly note?: string
  readonly actions?: readonly RowAction[]
  readonly isOpen?: boolean
  /** Only where there is something below. */
  readonly onToggle?: () => void
}

export function AccountRow({ account, depth, note, actions = [], isOpen = false, onToggle }: AccountRowProps) {
  const t = useT()
  const { tenantId, name, isReseller, users } = account
  return (
    <div className={classes.row} style={depthOf(depth)}>
      <span className={classes.toggle}>
        {onToggle && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('open', { name })}
            aria-expanded={isOpen}
            onClick={onToggle}
          >
            <IconChevronRight size={16} stroke={1.75} className={classes.chevron} aria-hidden />
          </ActionIcon>
        )}
      </span>
      <IconBuilding size={18} stroke={1.75} className={classes.icon} aria-hidden />
      <Link to="/accounts/$id" params={{ id: tenantId }} className={classes.name}>
        <bdi>{name}</bdi>
      </Link>
      {isReseller && <StatusBadge tone="info">{t('reseller')}</StatusBadge>}
      <span className={classes.note}>{note ?? (users !== undefined && t('users', { count: users }))}</span>
      <span className={classes.actions}>
        {actions.length > 0 && <RowMenu label={t('actionsFor', { name })} actions={actions} />}
      </span>
    </div>
  )
}
