import { useTenants } from '@gatehouse/react'
import { type Column, DataTable, EmptyState, RelativeTime } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useApi } from '../shared/api'
import { useNavigate } from '../shared/router'
import { tableProps } from '../shared/table-props'
import { useTableState } from '../shared/table-state'
import type { TeamUser } from '../wire'
import { nameOf } from './person'
import { RoleList } from './role-list'
import { StatusCell } from './status-cell'
import { useBulkActions } from './use-bulk-actions'
import { useUserActions } from './use-user-actions'
import { UserCell } from './user-cell'
import { usersQuery } from './users.queries'
import { useT } from './users.texts'

export function UsersTable({ invite }: { invite: ReactNode }) {
  const t = useT()
  const navigate = useNavigate()
  const table = useTableState()
  const { activeTenant } = useTenants()
  const users = useQuery(usersQuery(useApi(), table.state))
  const { actionsFor, dialog } = useUserActions()
  const bulk = useBulkActions()
  const columns = useColumns()

  return (
    <>
      <DataTable
        id="users"
        label={t('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={nameOf}
        {...tableProps(users)}
        {...table}
        searchLabel={t('search')}
        rowActions={actionsFor}
        bulkActions={bulk.actions}
        onOpen={({ id }) => void navigate({ to: `/users/${id}`, search: { ...table.state }, resetScroll: false })}
        empty={
          <EmptyState drawing="people" title={t('empty.title')} action={invite}>
            {t('empty.help', { name: activeTenant?.name ?? '' })}
          </EmptyState>
        }
      />
      {dialog}
      {bulk.dialog}
    </>
  )
}

function useColumns(): Column<TeamUser>[] {
  const t = useT()
  return useMemo(
    () => [
      { id: 'user', header: t('columns.user'), sortable: 'name', cell: (user) => <UserCell user={user} /> },
      { id: 'roles', header: t('columns.roles'), cell: ({ roles }) => <RoleList roles={roles} /> },
      { id: 'status', header: t('columns.status'), cell: (user) => <StatusCell user={user} /> },
      {
        id: 'joinedAt',
        header: t('columns.joinedAt'),
        sortable: true,
        cell: ({ joinedAt }) => <RelativeTime value={joinedAt} focusable={false} />,
      },
      {
        id: 'lastSeen',
        header: t('columns.lastSeen'),
        sortable: 'lastLogin',
        cell: ({ lastLogin }) => (lastLogin ? <RelativeTime value={lastLogin} focusable={false} /> : t('never')),
      },
      {
        id: 'managedBy',
        header: t('columns.managedBy'),
        hidden: true,
        cell: ({ managedBy }) => t(`managedBy.${managedBy}`),
      },
    ],
    [t],
  )
}
