import { type Column, RelativeTime, timeColumn } from '@gatehouse/ui'
import { useMemo } from 'react'
import type { VendorUser } from '../wire'
import { UserStatus } from './user-status'
import { nameOf } from './users.actions'
import { useT } from './users.texts'

export function useColumns(): Column<VendorUser>[] {
  const t = useT()
  return useMemo(
    () => [
      { id: 'name', header: t('columns.name'), sortable: true, cell: nameOf },
      { id: 'email', header: t('columns.email'), sortable: true, cell: ({ email }) => email },
      { id: 'status', header: t('columns.status'), cell: (user) => <UserStatus user={user} /> },
      { id: 'tenants', header: t('columns.tenants'), align: 'end', cell: ({ tenantIds }) => tenantIds.length },
      timeColumn('lastLogin', t('columns.lastLogin'), ({ lastLogin }) => lastLogin, {
        sortable: false,
        never: t('never'),
      }),
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
