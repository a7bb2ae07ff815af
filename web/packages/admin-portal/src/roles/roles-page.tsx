import { usePermissions } from '@gatehouse/react'
import { type Column, DataTable, EmptyState, PageHeader, StatusBadge } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApi } from '../shared/api'
import { localPage } from '../shared/local-page'
import { rolesQuery } from '../shared/roles.queries'
import { useNavigate } from '../shared/router'
import { useTableState } from '../shared/table-state'
import type { Role } from '../wire'
import { allowedBy, countOf } from './effective'
import classes from './roles.module.css'
import { categoriesQuery } from './roles.queries'
import { useT } from './roles.texts'

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
}

export function RolesPage() {
  const t = useT()
  const navigate = useNavigate()
  const table = useTableState()
  const api = useApi()
  const canReadPermissions = usePermissions()('fe.secure.read.permissions')
  const roles = useQuery(rolesQuery(api))
  const { data: categories } = useQuery({ ...categoriesQuery(api), enabled: canReadPermissions })
  const rows = roles.data?.map((role): Row => {
    return { ...role, allows: categories && countOf(allowedBy(role, categories)) }
  })
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <DataTable
        id="roles"
        label={t('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        data={rows && !roles.error ? localPage(rows, table.state, READING) : undefined}
        error={roles.error}
        onRetry={() => void roles.refetch()}
        {...table}
        searchLabel={t('search')}
        onOpen={({ id }) => void navigate({ to: `/roles/${id}`, search: { ...table.state }, resetScroll: false })}
        empty={
          <EmptyState drawing="key" title={t('empty.title')}>
            {t('empty.help')}
          </EmptyState>
        }
      />
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
              {name} {isDefault && <StatusBadge tone="info">{t('isDefault')}</StatusBadge>}
            </span>
            {description && <span className={classes.description}>{description}</span>}
          </span>
        ),
      },
      {
        id: 'kind',
        header: t('columns.kind'),
        cell: ({ tenantId }) => t(tenantId ? 'kind.own' : 'kind.vendor'),
        width: 140,
      },
      {
        id: 'permissions',
        header: t('columns.permissions'),
        sortable: true,
        align: 'end',
        cell: ({ allows }) => allows,
        width: 140,
      },
    ],
    [t],
  )
}
