import { EndpointName, localPage, SectionTable, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { type Column, PageHeader, timeColumn, useSecretDialog } from '@gatehouse/ui'
import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ViewAsCode } from '../configuration/view-as-code'
import { useCreate } from '../shared/create-button'
import type { Prehook } from '../wire'
import { EventNames, PrehookStatus } from './cells'
import { PrehookDialog } from './prehook-dialog'
import { prehooksQuery, prehooksTable } from './prehooks.queries'
import { useT } from './prehooks.texts'
import { secretOf } from './secret-of'
import { usePrehookActions } from './use-prehook-actions'

const READING = {
  text: ({ displayName, url, description }: Prehook) => `${displayName} ${url} ${description}`,
  sorts: {
    name: ({ displayName }: Prehook) => displayName.toLowerCase(),
    updatedAt: ({ updatedAt }: Prehook) => updatedAt,
  },
  filters: {},
}

/** Services of the vendor that approve or block actions. */
export function PrehooksPage() {
  const t = useT()
  const api = useApi()
  const mayChange = usePermissions()('vendor.write.configuration')
  const { actionsFor, dialog } = usePrehookActions()
  const secret = useSecretDialog()
  const create = useCreate({
    label: t('create.button'),
    permission: 'vendor.write.configuration',
    dialog: (close) => <PrehookDialog onClose={close} onCreated={(made) => secret.show(secretOf(made))} />,
  })
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        action={
          <>
            <ViewAsCode tables={['prehooks']} />
            {create.button}
          </>
        }
      />
      <SectionTable
        id="prehooks"
        label={t('title')}
        table={prehooksTable}
        query={(state) => ({
          ...prehooksQuery(api),
          select: (prehooks: Prehook[]) => localPage(prehooks, state, READING),
        })}
        detailsPath="/prehooks"
        columns={useColumns()}
        rowLabel={({ displayName }) => displayName}
        searchLabel={t('search')}
        {...(mayChange && { rowActions: actionsFor })}
        empty={{
          drawing: 'link',
          title: t('empty.title'),
          children: t(mayChange ? 'empty.help' : 'empty.readHelp'),
          action: create.button,
        }}
      />
      {create.dialog}
      {secret.dialog}
      {dialog}
      <Outlet />
    </>
  )
}

function useColumns(): Column<Prehook>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        cell: ({ displayName, url }) => <EndpointName name={displayName} url={url} />,
      },
      { id: 'status', header: t('columns.status'), cell: (prehook) => <PrehookStatus prehook={prehook} /> },
      { id: 'events', header: t('columns.events'), cell: (prehook) => <EventNames prehook={prehook} /> },
      timeColumn('updatedAt', t('columns.changed'), ({ updatedAt }) => updatedAt),
    ],
    [t],
  )
}
