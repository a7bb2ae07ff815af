import { type Column, RelativeTime } from '@gatehouse/ui'
import { useMemo } from 'react'
import type { Person } from '../wire'
import { nameOf } from './people.actions'
import { useT } from './people.texts'
import { PersonStatus } from './person-status'

export function useColumns(): Column<Person>[] {
  const t = useT()
  return useMemo(
    () => [
      { id: 'name', header: t('columns.name'), sortable: true, cell: nameOf },
      { id: 'email', header: t('columns.email'), sortable: true, cell: ({ email }) => email },
      { id: 'status', header: t('columns.status'), cell: (person) => <PersonStatus person={person} /> },
      { id: 'tenants', header: t('columns.tenants'), align: 'end', cell: ({ tenantIds }) => tenantIds.length },
      {
        id: 'lastLogin',
        header: t('columns.lastLogin'),
        cell: ({ lastLogin }) => (lastLogin ? <RelativeTime value={lastLogin} focusable={false} /> : t('never')),
      },
      {
        id: 'createdAt',
        header: t('columns.createdAt'),
        sortable: true,
        hidden: true,
        cell: ({ createdAt }) => <RelativeTime value={createdAt} focusable={false} />,
      },
    ],
    [t],
  )
}
