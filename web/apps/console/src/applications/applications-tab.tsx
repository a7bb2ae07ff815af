import { localPage } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { type Column, StatusBadge, timeColumn } from '@gatehouse/ui'
import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { ActionTable } from '../shared/action-table'
import { applicationsQuery, applicationsTable, PLATFORMS } from './applications.queries'
import { useT } from './applications.texts'
import { useApplicationActions } from './use-application-actions'
import { useCreateApplication } from './use-create-application'

type Row = Awaited<ReturnType<NonNullable<ReturnType<typeof applicationsQuery>['queryFn']>>>[number]

const READING = {
  text: ({ name, appURL, description }: Row) => `${name} ${appURL} ${description}`,
  sorts: { name: ({ name }: Row) => name, created: ({ createdAt }: Row) => createdAt },
  filters: { access: ({ accessType }: Row, wanted: string) => accessType === wanted },
}

export function ApplicationsTab() {
  const t = useT()
  const api = useApi()
  const actions = useApplicationActions()
  const create = useCreateApplication()
  return (
    <>
      <ActionTable
        id="applications"
        label={t('title')}
        table={applicationsTable}
        query={(state) => ({ ...applicationsQuery(api), select: (all: Row[]) => localPage(all, state, READING) })}
        detailsPath="/applications"
        columns={useColumns()}
        searchLabel={t('search')}
        actions={actions}
        empty={{ drawing: 'link', title: t('empty.title'), children: t('empty.help'), action: create.button }}
      />
      {create.dialog}
    </>
  )
}

function useColumns(): Column<Row>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        cell: ({ name, isDefault, isActive }) => (
          <Group gap="xs">
            {name}
            {isDefault && <StatusBadge tone="info">{t('isDefault')}</StatusBadge>}
            {!isActive && <StatusBadge tone="warning">{t('isInactive')}</StatusBadge>}
          </Group>
        ),
      },
      { id: 'address', header: t('columns.address'), wrap: true, cell: ({ appURL }) => appURL },
      { id: 'access', header: t('columns.access'), cell: ({ accessType }) => t(`access.${accessType}`) },
      {
        id: 'platform',
        header: t('columns.platform'),
        cell: ({ type }) => t(`platform.${PLATFORMS.find((one) => one === type) ?? 'other'}`),
      },
      timeColumn('created', t('columns.created'), ({ createdAt }) => createdAt),
    ],
    [t],
  )
}
