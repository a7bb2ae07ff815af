import { localPage, SectionTable } from '@gatehouse/admin-portal/kit'
import { useApi, useSessionState } from '@gatehouse/react'
import { type Column, StatusBadge, timeColumn } from '@gatehouse/ui'
import { Group } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { nameOf } from './staff.actions'
import { type Member, ROLES, staffQuery, staffTable } from './staff.queries'
import { useT } from './staff.texts'
import { useStaffActions } from './use-staff-actions'

const READING = {
  text: ({ name, email }: Member) => `${name} ${email}`,
  sorts: {
    name: (member: Member) => nameOf(member).toLowerCase(),
    email: ({ email }: Member) => email,
    role: ({ role }: Member) => ROLES.indexOf(role),
    createdAt: ({ createdAt }: Member) => createdAt,
  },
  filters: {},
}

export function StaffTable({ add }: { add: ReactNode }) {
  const t = useT()
  const api = useApi()
  const { actionsFor, dialog } = useStaffActions()
  return (
    <>
      <SectionTable
        id="staff"
        label={t('title')}
        table={staffTable}
        query={(state) => ({
          ...staffQuery(api),
          select: (members: readonly Member[]) => localPage(members, state, READING),
        })}
        columns={useColumns()}
        rowLabel={nameOf}
        searchLabel={t('search')}
        rowActions={actionsFor}
        empty={{ drawing: 'people', title: t('empty.title'), children: t('empty.help'), action: add }}
      />
      {dialog}
    </>
  )
}

function useColumns(): Column<Member>[] {
  const t = useT()
  const self = useSessionState().user?.id
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        cell: (member) => (
          <Group gap="xs">
            {nameOf(member)}
            {member.id === self && <StatusBadge tone="info">{t('you')}</StatusBadge>}
          </Group>
        ),
      },
      { id: 'email', header: t('columns.email'), sortable: true, cell: ({ email }) => email },
      { id: 'role', header: t('columns.role'), sortable: true, cell: ({ role }) => t(`roles.${role}`) },
      timeColumn('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt),
    ],
    [t, self],
  )
}
