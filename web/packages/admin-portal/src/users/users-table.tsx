import { useApi, useSessionState, useTenants } from '@gatehouse/react'
import { type Column, getNestedValue, timeColumn } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { RoleList } from '../shared/role-list'
import { SectionTable } from '../shared/section-table'
import { useTableState } from '../shared/table-state'
import type { TeamUser } from '../wire'
import { useHasApplications, useUsable } from './applications/applications.queries'
import { nameOf } from './person'
import { StatusCell } from './status-cell'
import { useBulkActions } from './use-bulk-actions'
import { useUserActions } from './use-user-actions'
import { UserCell } from './user-cell'
import { useHiddenFilters } from './users.filters'
import { usersQuery, usersTable } from './users.queries'
import { useT } from './users.texts'

export function UsersTable({ invite }: { invite: ReactNode }) {
  const t = useT()
  const api = useApi()
  const { activeTenant } = useTenants()
  const { actionsFor, dialog } = useUserActions()
  const bulk = useBulkActions()
  return (
    <>
      <SectionTable
        id="users"
        label={t('title')}
        table={usersTable}
        query={(state) => usersQuery(api, state)}
        detailsPath="/users"
        columns={useColumns()}
        rowLabel={nameOf}
        searchLabel={t('search')}
        without={useHiddenFilters()}
        rowActions={actionsFor}
        bulkActions={bulk.actions}
        empty={{
          drawing: 'people',
          title: t('empty.title'),
          children: t('empty.help', { name: activeTenant?.name ?? '' }),
          action: invite,
        }}
      />
      {dialog}
      {bulk.dialog}
    </>
  )
}

/** In the order of the spec (§2). Which of them are shown at first, or ever, the vendor may say. */
function useColumns(): Column<TeamUser>[] {
  const t = useT()
  const { metadata } = useSessionState()
  const hasApplications = useHasApplications()
  const { state } = useTableState(usersTable)
  const usable = useUsable(useQuery(usersQuery(useApi(), state)).data?.items ?? [])
  return useMemo(() => {
    const columns: Column<TeamUser>[] = [
      { id: 'user', header: t('columns.user'), sortable: 'name', cell: (user) => <UserCell user={user} /> },
      {
        id: 'applications',
        header: t('columns.applications'),
        cell: (user) => {
          const applications = usable(user)
          return applications && <RoleList roles={applications} none={t('applications.none')} most={1} />
        },
      },
      {
        id: 'groups',
        header: t('columns.groups'),
        cell: ({ groups }) => <RoleList roles={groups} none={t('noGroups')} most={1} />,
      },
      { id: 'roles', header: t('columns.roles'), cell: ({ roles }) => <RoleList roles={roles} none={t('noRoles')} /> },
      { id: 'status', header: t('columns.status'), cell: (user) => <StatusCell user={user} /> },
      timeColumn('joinedAt', t('columns.joinedAt'), ({ joinedAt }) => joinedAt),
      timeColumn('lastSeen', t('columns.lastSeen'), ({ lastLogin }) => lastLogin, {
        sortable: 'lastLogin',
        never: t('never'),
      }),
      {
        id: 'managedBy',
        header: t('columns.managedBy'),
        hidden: true,
        cell: ({ managedBy }) => t(`managedBy.${managedBy}`),
      },
    ]
    const said = getNestedValue(metadata.themeV2, 'adminPortal', 'pages', 'users', 'fieldsProperties', 'tableColumns')
    return columns
      .filter(({ id }) => id !== 'applications' || hasApplications)
      .filter(({ id }) => id === 'user' || getNestedValue(said, id, 'visibility') !== 'hidden')
      .map((column) => {
        const isChecked = getNestedValue(said, column.id, 'isChecked')
        return typeof isChecked === 'boolean' ? { ...column, hidden: !isChecked } : column
      })
  }, [t, metadata, usable, hasApplications])
}
