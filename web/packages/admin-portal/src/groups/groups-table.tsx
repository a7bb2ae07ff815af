import { useApi } from '@gatehouse/react'
import { type Column, StatusBadge, timeColumn } from '@gatehouse/ui'
import { type ReactNode, useMemo } from 'react'
import { RoleList } from '../shared/role-list'
import { SectionTable } from '../shared/section-table'
import type { Group } from '../wire'
import { Faces } from './faces'
import { GroupName } from './group-name'
import { groupsQuery, groupsTable } from './groups.queries'
import { useT } from './groups.texts'
import { useGroupActions } from './use-group-actions'

export function GroupsTable({ create }: { create: ReactNode }) {
  const t = useT()
  const api = useApi()
  const { actionsFor, dialog } = useGroupActions()
  return (
    <>
      <SectionTable
        id="groups"
        label={t('title')}
        table={groupsTable}
        query={(state) => groupsQuery(api, state)}
        detailsPath="/groups"
        columns={useColumns()}
        rowLabel={({ name }) => name}
        searchLabel={t('search')}
        rowActions={actionsFor}
        empty={{ drawing: 'people', title: t('empty.title'), children: t('empty.help'), action: create }}
      />
      {dialog}
    </>
  )
}

function useColumns(): Column<Group>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.group'),
        sortable: true,
        cell: (group) => <GroupName group={group} />,
      },
      {
        id: 'people',
        header: t('columns.people'),
        cell: ({ users, usersCount }) => <Faces people={users ?? []} count={usersCount ?? 0} />,
      },
      {
        id: 'roles',
        header: t('columns.roles'),
        cell: ({ roles }) => <RoleList roles={roles ?? []} none={t('noRoles')} />,
      },
      timeColumn('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt),
      {
        id: 'managedBy',
        header: t('columns.managedBy'),
        cell: ({ managedBy }) =>
          managedBy === 'scim2' ? (
            <StatusBadge tone="info">{t('managedBy.scim2')}</StatusBadge>
          ) : (
            t('managedBy.frontegg')
          ),
      },
    ],
    [t],
  )
}
