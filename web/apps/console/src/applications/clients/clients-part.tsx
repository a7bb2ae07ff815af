import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, CopyButton, useSecretDialog } from '@gatehouse/ui'
import { Group, Text } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DetailsPart, PartRow } from '../../tenants/details-part'
import type { Application, ApplicationClient } from '../../wire'
import { ClientDialog } from './client-dialog'
import { deleteClient } from './clients.actions'
import { clientsQuery } from './clients.queries'
import { useT } from './clients.texts'

/** Clients that a drawer lists. Up to a thousand may register themselves. */
const MOST_SHOWN = 100

type Open = { readonly dialog: 'create' } | { readonly dialog: 'edit' | 'delete'; readonly client: ApplicationClient }

/** OAuth clients of an application. */
export function ClientsPart({ application }: { readonly application: Application }) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.applications')
  const clients = useQuery(clientsQuery(useApi(), application.id))
  const remove = useAction(deleteClient)
  const { show, dialog: secret } = useSecretDialog()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const rest = (clients.data?.length ?? 0) - MOST_SHOWN

  const menu = (client: ApplicationClient) =>
    canChange && {
      label: t('menu', { name: client.clientName }),
      actions: [
        { label: t('edit.action'), icon: IconEdit, onClick: () => setOpen({ dialog: 'edit', client }) },
        {
          label: t('delete.action'),
          icon: IconTrash,
          onClick: () => setOpen({ dialog: 'delete', client }),
          danger: true,
        },
      ],
    }
  return (
    <>
      <DetailsPart
        title={t('title')}
        about={t('help')}
        query={clients}
        none={t('none')}
        add={canChange && { label: t('create.button'), onClick: () => setOpen({ dialog: 'create' }) }}
        rowsOf={(rows) =>
          rows.slice(0, MOST_SHOWN).map((client) => (
            <PartRow
              key={client.id}
              name={
                <Group component="span" gap={4} wrap="nowrap">
                  {client.clientName} <CopyButton value={client.id} label={t('show')} />
                </Group>
              }
              about={client.clientSecret ? t('secretEnds', { letters: client.clientSecret.slice(-4) }) : t('noSecret')}
              menu={menu(client)}
            />
          ))
        }
      />
      {rest > 0 && <Text c="dimmed">{t('more', { count: rest })}</Text>}
      {open?.dialog === 'create' && <ClientDialog application={application} onMade={show} onClose={close} />}
      {open?.dialog === 'edit' && (
        <ClientDialog application={application} client={open.client} onMade={show} onClose={close} />
      )}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => remove.run(open.client)}
          title={t('delete.title', { name: open.client.clientName })}
          verb={t('delete.verb', { name: open.client.clientName })}
        >
          {t('delete.text')}
        </ConfirmDialog>
      )}
      {secret}
    </>
  )
}
