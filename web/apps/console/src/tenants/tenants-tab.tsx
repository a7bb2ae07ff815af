import { useApi } from '@gatehouse/react'
import { type Column, StatusBadge, timeColumn } from '@gatehouse/ui'
import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { ActionTable } from '../shared/action-table'
import type { Tenant } from '../wire'
import { CreateTenant } from './create-tenant'
import { tenantsQuery, tenantsTable } from './tenants.queries'
import { useT } from './tenants.texts'
import { useTenantActions } from './use-tenant-actions'

export function TenantsTab() {
  const t = useT()
  const api = useApi()
  return (
    <ActionTable
      id="tenants"
      label={t('title')}
      table={tenantsTable}
      query={(state) => tenantsQuery(api, state)}
      detailsPath="/tenants"
      columns={useColumns()}
      searchLabel={t('search')}
      actions={useTenantActions()}
      empty={{ drawing: 'people', title: t('empty.title'), children: t('empty.help'), action: <CreateTenant /> }}
    />
  )
}

function useColumns(): Column<Tenant>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        cell: ({ name, isReseller, status }) => (
          <Group gap="xs">
            {name}
            {status === 'suspended' && <StatusBadge tone="warning">{t('suspended')}</StatusBadge>}
            {isReseller && <StatusBadge tone="info">{t('reseller')}</StatusBadge>}
          </Group>
        ),
      },
      { id: 'website', header: t('columns.website'), cell: ({ website }) => website ?? '' },
      timeColumn('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt),
    ],
    [t],
  )
}
