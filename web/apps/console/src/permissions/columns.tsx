import { builtIn } from '@gatehouse/admin-portal/kit'
import { type Column, StatusBadge } from '@gatehouse/ui'
import { Group } from '@mantine/core'
import { useMemo } from 'react'
import type { Permission } from '../wire'
import { assignmentOf } from './permissions.queries'
import { useT } from './permissions.texts'

export interface Row extends Permission {
  readonly category: string
}

export function useColumns(): Column<Row>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        cell: ({ name, fePermission }) => (
          <Group gap="xs">
            {builtIn(name)}
            {fePermission && <StatusBadge>{t('builtIn')}</StatusBadge>}
          </Group>
        ),
      },
      {
        id: 'key',
        header: t('columns.key'),
        sortable: true,
        wrap: true,
        cell: ({ key }) => <code>{key}</code>,
      },
      {
        id: 'category',
        header: t('columns.category'),
        sortable: true,
        cell: ({ category }) => builtIn(category),
      },
      {
        id: 'assignment',
        header: t('columns.assignment'),
        cell: (row) => t(`assignment.${assignmentOf(row)}`),
      },
      { id: 'roles', header: t('columns.roles'), align: 'end', cell: ({ roleIds }) => roleIds.length },
    ],
    [t],
  )
}
