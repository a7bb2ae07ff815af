import { useApi, useTenants } from '@gatehouse/react'
import { type Column, PageHeader, timeColumn } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { localPage } from '../shared/local-page'
import { usePermissions } from '../shared/permissions'
import { useNavigate } from '../shared/router'
import { SectionTable } from '../shared/section-table'
import type { SsoConnection } from '../wire'
import { ConnectionStatus } from './connection-status'
import { CreateDialog } from './create-dialog'
import { domainOf } from './setup'
import classes from './sso.module.css'
import { connectionsQuery, connectionsTable } from './sso.queries'
import { t as text, useT } from './sso.texts'

const domains = (connection: SsoConnection) => connection.domains.map(({ domain }) => domain).join(', ')
const READING = {
  text: (connection: SsoConnection) => `${text(`types.${connection.type}`)} ${domains(connection)}`,
  sorts: {
    name: (connection: SsoConnection) => `${domainOf(connection) ?? '~'} ${connection.type}`,
    updatedAt: ({ updatedAt }: SsoConnection) => updatedAt,
  },
  filters: {},
}

export function ConnectionsPage() {
  const t = useT()
  const can = usePermissions()
  const api = useApi()
  const navigate = useNavigate()
  const name = useTenants().activeTenant?.name ?? ''
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<string>()

  // The dialog is closed first: what was chosen in it would hold the way.
  useEffect(() => {
    if (made && !creating) void navigate({ to: `/sso/${made}` })
  }, [made, creating, navigate])

  const create = can('fe.secure.write.samlConfiguration') && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose', { name })} action={create} />
      <SectionTable
        id="sso"
        label={t('title')}
        table={connectionsTable}
        query={(state) => ({
          ...connectionsQuery(api),
          select: (connections: SsoConnection[]) => localPage(connections, state, READING),
        })}
        columns={useColumns()}
        rowLabel={(connection) => domainOf(connection) ?? t(`types.${connection.type}`)}
        searchLabel={t('search')}
        detailsPath="/sso"
        empty={{
          drawing: 'key',
          title: t('empty.title'),
          children: create ? t('empty.help', { name }) : t('empty.readHelp'),
          action: create,
        }}
      />
      {creating && <CreateDialog onMade={setMade} onClose={() => setCreating(false)} />}
    </>
  )
}

function useColumns(): Column<SsoConnection>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        cell: (connection) => (
          <span className={classes.connection}>
            <span className={classes.name}>{t(`types.${connection.type}`)}</span>
            <span className={classes.quiet}>{domains(connection) || t('noDomain')}</span>
          </span>
        ),
      },
      { id: 'status', header: t('columns.status'), cell: (connection) => <ConnectionStatus connection={connection} /> },
      timeColumn('updatedAt', t('columns.updatedAt'), ({ updatedAt }) => updatedAt),
    ],
    [t],
  )
}
