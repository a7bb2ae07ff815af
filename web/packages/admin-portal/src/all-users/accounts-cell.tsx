import { formatList } from '@gatehouse/ui'
import { Tooltip } from '@mantine/core'
import { Link } from '../shared/router'
import classes from './all-users.module.css'
import type { PersonAnywhere } from './all-users.queries'
import { useT } from './all-users.texts'

const SHOWN = 3

/** The accounts and roles of a user; each links to the account, where they can be changed. */
export function AccountsCell({ person: { tenants, accountNames } }: { person: PersonAnywhere }) {
  const t = useT()
  const places = tenants.flatMap(({ tenantId, roles }) => {
    const account = accountNames.get(tenantId)
    return account ? [{ tenantId, account, roles: formatList(roles.map(({ name }) => name)) || t('noRoles') }] : []
  })
  const rest = places.slice(SHOWN)
  return (
    <ul className={classes.places}>
      {places.slice(0, SHOWN).map(({ tenantId, account, roles }) => (
        <li key={tenantId}>
          <Link to="/accounts/$id" params={{ id: tenantId }} className={classes.account}>
            {account}
          </Link>{' '}
          <span className={classes.roles}>{roles}</span>
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <Tooltip label={rest.map(({ account, roles }) => t('inAccount', { account, roles })).join(' · ')}>
            <span className={classes.roles}>+{rest.length}</span>
          </Tooltip>
        </li>
      )}
    </ul>
  )
}
