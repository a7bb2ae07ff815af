import { localPage } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { type Column, StatusBadge } from '@gatehouse/ui'
import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { ActionTable } from '../shared/action-table'
import { CatalogPage } from '../shared/catalog-page'
import { useCreate } from '../shared/create-button'
import type { Role } from '../wire'
import { RoleDialog } from './role-dialog'
import { rolesQuery, rolesTable } from './roles.queries'
import { useT } from './roles.texts'
import { useRoleActions } from './use-role-actions'

const READING = {
  text: ({ name, description, key }: Role) => `${name} ${description} ${key}`,
  sorts: { name: ({ name }: Role) => name, key: ({ key }: Role) => key, level: ({ level }: Role) => level },
  filters: { default: ({ isDefault }: Role, wanted: boolean) => isDefault === wanted },
}

export function RolesPage() {
  const t = useT()
  const api = useApi()
  const actions = useRoleActions()
  const create = useCreate({
    label: t('create.button'),
    permission: 'vendor.write.roles',
    dialog: (close) => <RoleDialog onClose={close} />,
  })
  return (
    <CatalogPage t={t} tables={['roles']} create={create}>
      <ActionTable
        id="vendor-roles"
        label={t('title')}
        table={rolesTable}
        query={(state) => ({ ...rolesQuery(api), select: (roles: Role[]) => localPage(roles, state, READING) })}
        detailsPath="/roles"
        columns={useColumns()}
        searchLabel={t('search')}
        actions={actions}
        empty={{ drawing: 'key', title: t('empty.title'), children: t('empty.help'), action: create.button }}
      />
    </CatalogPage>
  )
}

function useColumns(): Column<Role>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.role'),
        sortable: true,
        cell: ({ name, isDefault, firstUserRole }) => (
          <Group gap="xs">
            {name}
            {isDefault && <StatusBadge tone="info">{t('isDefault')}</StatusBadge>}
            {firstUserRole && <StatusBadge tone="neutral">{t('firstUser')}</StatusBadge>}
          </Group>
        ),
      },
      { id: 'key', header: t('columns.key'), sortable: true, wrap: true, cell: ({ key }) => <code>{key}</code> },
      { id: 'level', header: t('columns.level'), sortable: true, align: 'end', cell: ({ level }) => level },
      {
        id: 'permissions',
        header: t('columns.permissions'),
        align: 'end',
        cell: ({ permissions }) => permissions.length,
      },
    ],
    [t],
  )
}
