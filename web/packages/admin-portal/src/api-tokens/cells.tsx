import { useApi } from '@gatehouse/react'
import { formatList, RelativeTime, StatusBadge } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { rolesQuery } from '../shared/roles.queries'
import classes from './api-tokens.module.css'
import { makerQuery } from './api-tokens.queries'
import { useT } from './api-tokens.texts'
import { hasExpired, nameOf, type Token } from './token'

/** What it is for, and what it is found by in a script. */
export function TokenCell({ token }: { token: Token }) {
  const t = useT()
  const id = token.kind === 'accessToken' ? t('accessToken') : token.id
  return (
    <span className={classes.token}>
      <span className={classes.name}>{nameOf(token)}</span>
      {id !== nameOf(token) && <span className={token.kind === 'accessToken' ? classes.kind : classes.id}>{id}</span>}
    </span>
  )
}

export function RolesCell({ roleIds }: { roleIds: readonly string[] }) {
  const t = useT()
  const { data: roles } = useQuery(rolesQuery(useApi()))
  const names = roles?.filter(({ id }) => roleIds.includes(id)).map(({ name }) => name)
  if (!names) return null
  return names.length > 0 ? formatList(names) : <span className={classes.none}>{t('noRoles')}</span>
}

/** Empty for a user who has left. */
export function MakerCell({ userId }: { userId: string }) {
  const { data } = useQuery(makerQuery(useApi(), userId))
  return data ? data.name || data.email : null
}

export function ExpiryCell({ token }: { token: Token }) {
  const t = useT()
  if (!token.expires) return t('never')
  if (hasExpired(token)) return <StatusBadge tone="danger">{t('expired')}</StatusBadge>
  return <RelativeTime value={token.expires} focusable={false} />
}
