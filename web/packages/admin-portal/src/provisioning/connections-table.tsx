import { useApi, useTenants } from '@gatehouse/react'
import { type Column, i18n, StatusBadge, timeColumn } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { localPage } from '../shared/local-page'
import { SectionTable } from '../shared/section-table'
import type { DirectoryConnection, MadeConnection } from '../wire'
import classes from './provisioning.module.css'
import { connectionsQuery, connectionsTable, countQuery } from './provisioning.queries'
import { useT } from './provisioning.texts'
import { useConnectionActions } from './use-connection-actions'

const READING = {
  text: ({ connectionName }: DirectoryConnection) => connectionName,
  sorts: {
    name: ({ connectionName }: DirectoryConnection) => connectionName.toLowerCase(),
    lastSync: ({ lastSync }: DirectoryConnection) => lastSync ?? '',
    createdAt: ({ createdAt }: DirectoryConnection) => createdAt,
  },
  filters: {},
}

interface ConnectionsTableProps {
  readonly create: ReactNode
  readonly onMade: (made: MadeConnection) => void
}

export function ConnectionsTable({ create, onMade }: ConnectionsTableProps) {
  const t = useT()
  const api = useApi()
  const account = useTenants().activeTenant?.name ?? ''
  const { actionsFor, dialog } = useConnectionActions(onMade)
  return (
    <>
      <SectionTable
        id="provisioning"
        label={t('title')}
        table={connectionsTable}
        query={(state) => ({
          ...connectionsQuery(api),
          select: (connections: DirectoryConnection[]) => localPage(connections, state, READING),
        })}
        columns={useColumns()}
        rowLabel={({ connectionName }) => connectionName}
        searchLabel={t('search')}
        rowActions={actionsFor}
        empty={{
          drawing: 'link',
          title: t('empty.title'),
          children: create ? t('empty.help', { name: account }) : t('empty.readHelp'),
          action: create,
        }}
      />
      {dialog}
    </>
  )
}

/** Nothing until it is known. */
function UserCount({ id }: { id: string }) {
  const { data: count } = useQuery(countQuery(useApi(), id))
  return count?.toLocaleString(i18n.language)
}

function useColumns(): Column<DirectoryConnection>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        cell: ({ connectionName, source }) => (
          <span className={classes.connection}>
            <span className={classes.name}>{connectionName}</span>
            {connectionName !== t(`sources.${source}`) && (
              <span className={classes.source}>{t(`sources.${source}`)}</span>
            )}
          </span>
        ),
      },
      {
        id: 'status',
        header: t('columns.status'),
        cell: ({ syncToUserManagement: isOn }) => (
          <StatusBadge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'status.on' : 'status.off')}</StatusBadge>
        ),
      },
      { id: 'users', header: t('columns.users'), cell: ({ id }) => <UserCount id={id} /> },
      timeColumn('lastSync', t('columns.lastSync'), ({ lastSync }) => lastSync, { never: t('never') }),
      timeColumn('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt),
    ],
    [t],
  )
}
