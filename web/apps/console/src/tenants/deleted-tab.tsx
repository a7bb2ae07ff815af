import { useApi } from '@gatehouse/react'
import { type Column, RelativeTime, StatusBadge, timeColumn } from '@gatehouse/ui'
import { Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { ActionTable } from '../shared/action-table'
import type { DeletedTenant } from '../wire'
import { deletedQuery, deletedTable } from './deleted.queries'
import { t, useT } from './deleted.texts'
import { useDeletedTenantActions } from './use-deleted-tenant-actions'

/** Deleted tenants that can still be restored. */
export function DeletedTab() {
  const t = useT()
  const api = useApi()
  return (
    <ActionTable
      id="deleted-tenants"
      label={t('title')}
      table={deletedTable}
      query={(state) => deletedQuery(api, state)}
      columns={useColumns()}
      searchLabel={t('search')}
      actions={useDeletedTenantActions()}
      empty={{ drawing: 'people', title: t('empty.title'), children: t('empty.help') }}
    />
  )
}

function useColumns(): Column<DeletedTenant>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        cell: ({ name, accountsBelow: count }) => (
          <Group gap="xs">
            {name}
            {count > 0 && (
              <Text span c="dimmed" size="sm">
                {t('below', { count })}
              </Text>
            )}
          </Group>
        ),
      },
      timeColumn('deletedAt', t('columns.deletedAt'), ({ deletedAt }) => deletedAt),
      { id: 'deletedBy', header: t('columns.deletedBy'), cell: deletedByName },
      {
        id: 'eraseAt',
        header: t('columns.eraseAt'),
        sortable: true,
        cell: ({ eraseAt, isBeingErased }) =>
          isBeingErased ? (
            <StatusBadge tone="warning">{t('beingErased')}</StatusBadge>
          ) : (
            <RelativeTime value={eraseAt} focusable={false} />
          ),
      },
    ],
    [t],
  )
}

/**
 * Email of the user who deleted the tenant, or the kind of actor without one; empty if the audit log is no longer kept.
 */
function deletedByName({ deletedBy, deletedByKind }: DeletedTenant) {
  const kind = KINDS.find((one) => one === deletedByKind)
  return deletedBy ?? (deletedByKind ? t(`by.${kind ?? 'other'}`) : '')
}

const KINDS = ['vendor', 'machine', 'tenant_token'] as const
