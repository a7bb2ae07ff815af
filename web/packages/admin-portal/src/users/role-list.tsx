import { formatList } from '@gatehouse/ui'
import { Tooltip } from '@mantine/core'
import type { Role } from '../wire'
import classes from './users.module.css'
import { useT } from './users.texts'

const SHOWN = 2

/** The first two by name; the others when asked for. */
export function RoleList({ roles }: { roles: readonly Role[] }) {
  const t = useT()
  if (roles.length === 0) return <span className={classes.quiet}>{t('noRoles')}</span>
  const rest = roles.slice(SHOWN).map(({ name }) => name)
  return (
    <span className={classes.roles}>
      {roles.slice(0, SHOWN).map(({ id, name }) => (
        <span key={id} className={classes.role} title={name}>
          {name}
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
