import { formatList } from '@gatehouse/ui'
import { Tooltip } from '@mantine/core'
import type { Role } from '../wire'
import classes from './role-list.module.css'

interface RoleListProps {
  /** Or groups: whatever has a name. */
  readonly roles: readonly Pick<Role, 'id' | 'name'>[]
  /** What is said without any. */
  readonly none: string
  /** In full, for the details of one thing. */
  readonly all?: boolean
  /** How many are named where not all are. */
  readonly most?: number
}

/** The first ones by name; the others when asked for. */
export function RoleList({ roles, none, all = false, most = 2 }: RoleListProps) {
  if (roles.length === 0) return <span className={classes.none}>{none}</span>
  const shown = all ? roles : roles.slice(0, most)
  const rest = roles.slice(shown.length).map(({ name }) => name)
  return (
    <span className={classes.roles} data-all={all || undefined}>
      {shown.map(({ id, name }) => (
        <span key={id} className={classes.role} title={name}>
          <bdi>{name}</bdi>
        </span>
      ))}
      {rest.length > 0 && (
        <Tooltip label={formatList(rest)}>
          <span className={classes.role}>+{rest.length}</span>
        </Tooltip>
      )}
    </span>
  )
}
