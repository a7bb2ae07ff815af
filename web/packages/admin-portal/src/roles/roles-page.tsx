import { useApi, usePermissions } from '@gatehouse/react'
import { type Column, PageHeader, StatusBadge } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { localPage } from '../shared/local-page'
import { rolesQuery } from '../shared/roles.queries'
import { SectionTable } from '../shared/section-table'
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
  const api = useApi()
  const canReadPermissions = usePermissions()('fe.secure.read.permissions')
  const { data: categories } = useQuery({ ...categoriesQuery(api), enabled: canReadPermissions })
  const row = (role: Role): Row => ({ ...role, allows: categories && countOf(allowedBy(role, categories)) })
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <SectionTable
        id="roles"
        label={t('title')}
        query={(state) => ({
          ...rolesQuery(api),
          select: (roles: Role[]) => localPage(roles.map(row), state, READING),
        })}
        detailsPath="/roles"
        columns={useColumns()}
        rowLabel={({ name }) => name}
        searchLabel={t('search')}
        empty={{ drawing: 'key', title: t('empty.title'), children: t('empty.help') }}
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
