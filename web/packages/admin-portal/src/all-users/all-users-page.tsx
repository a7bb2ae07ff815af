import { useApi, useTenants } from '@gatehouse/react'
import { type Column, PageHeader, timeColumn } from '@gatehouse/ui'
import { useMemo } from 'react'
import { Person } from '../shared/person'
import { SectionTable } from '../shared/section-table'
import { AccountsCell } from './accounts-cell'
import { allUsersQuery, allUsersTable, type PersonAnywhere } from './all-users.queries'
import { useT } from './all-users.texts'

/** All users of the own account and its sub-accounts. Their roles are changed on the page of each account. */
export function AllUsersPage() {
  const t = useT()
  const api = useApi()
  const words = { name: useTenants().activeTenant?.name ?? '' }
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose', words)} />
      <SectionTable
        id="all-users"
        label={t('title')}
        table={allUsersTable}
        query={(state) => allUsersQuery(api, state)}
        columns={useColumns()}
        rowLabel={nameOf}
        searchLabel={t('search')}
        empty={{ drawing: 'people', title: t('empty.title'), children: t('empty.help', words) }}
      />
    </>
  )
}

const nameOf = ({ name, email }: PersonAnywhere) => name || email

function useColumns(): Column<PersonAnywhere>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'user',
        header: t('columns.user'),
        sortable: 'name',
        cell: (person) => (
          <Person
            name={nameOf(person)}
            email={person.name ? person.email : undefined}
            picture={person.profilePictureUrl}
          />
        ),
      },
      { id: 'accounts', header: t('columns.accounts'), cell: (person) => <AccountsCell person={person} /> },
      timeColumn('joinedAt', t('columns.joinedAt'), ({ joinedAt }) => joinedAt),
      timeColumn('lastSeen', t('columns.lastSeen'), ({ lastLogin }) => lastLogin, {
        sortable: 'lastLogin',
        never: t('never'),
      }),
    ],
    [t],
  )
}
