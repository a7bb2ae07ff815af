import { useApi } from '@gatehouse/react'
import { type Column, PageHeader, StatusBadge } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { localPage } from '../shared/local-page'
import { usePermissions } from '../shared/permissions'
import { rolesQuery } from '../shared/roles.queries'
import { SectionTable } from '../shared/section-table'
import type { Role } from '../wire'
import { allowedBy, countOf } from './effective'
import { RoleDialog } from './role-dialog'
import classes from './roles.module.css'
import { categoriesQuery, rolesTable } from './roles.queries'
import { useT } from './roles.texts'
import { useRoleActions } from './use-role-actions'

interface Row extends Role {
  /** How many single permissions it comes down to, once that is known. */
  readonly allows?: number | undefined
}

const READING = {
  text: ({ name, description, key }: Row) => `${name} ${description} ${key}`,
  sorts: {
    name: ({ name }: Row) => name,
    permissions: ({ allows }: Row) => allows ?? 0,
  },
  filters: {
    kind: ({ tenantId }: Row, kind: 'own' | 'vendor') => (kind === 'own') === Boolean(tenantId),
    default: ({ isDefault }: Row, wanted: boolean) => isDefault === wanted,
  },
}

export function RolesPage() {
  const t = useT()
  const api = useApi()
  const can = usePermissions()
  const canReadPermissions = can('fe.secure.read.permissions')
  const [creating, setCreating] = useState(false)
  const { actionsFor, dialog } = useRoleActions()
  const create = can('fe.secure.write.roles') && canReadPermissions && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  )
  const { data: categories } = useQuery({ ...categoriesQuery(api), enabled: canReadPermissions })
  const row = (role: Role): Row => ({ ...role, allows: categories && countOf(allowedBy(role, categories)) })
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={create} />
      <SectionTable
        id="roles"
        label={t('title')}
        table={rolesTable}
        query={(state) => ({
          ...rolesQuery(api),
          select: (roles: Role[]) => localPage(roles.map(row), state, READING),
        })}
        detailsPath="/roles"
        columns={useColumns()}
        rowLabel={({ name }) => name}
        searchLabel={t('search')}
        rowActions={actionsFor}
        empty={{ drawing: 'key', title: t('empty.title'), children: t('empty.help'), action: create }}
      />
      {dialog}
      {creating && <RoleDialog onClose={() => setCreating(false)} />}
      <Outlet />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.role'),
        sortable: true,
        cell: ({ name, description, isDefault }) => (
          <span className={classes.role}>
            <span className={classes.name}>
              <bdi>{name}</bdi> {isDefault && <StatusBadge tone="info">{t('isDefault')}</StatusBadge>}
            </span>
            {description && <span className={classes.description}>{description}</span>}
          </span>
        ),
      },
      {
        id: 'kind',
        header: t('columns.kind'),
        cell: ({ tenantId }) => t(tenantId ? 'kind.own' : 'kind.vendor'),
      },
      {
        id: 'permissions',
        header: t('columns.permissions'),
        sortable: true,
        align: 'end',
        cell: ({ allows }) => allows,
      },
    ],
    [t],
  )
}
