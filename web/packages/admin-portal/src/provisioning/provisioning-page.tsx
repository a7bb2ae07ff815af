import { useTenants } from '@gatehouse/react'
import { PageHeader, useSecretDialog } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { usePermissions } from '../shared/permissions'
import type { MadeConnection } from '../wire'
import { ConnectDialog } from './connection-dialog'
import { ConnectionsTable } from './connections-table'
import { useT } from './provisioning.texts'

export function ProvisioningPage() {
  const t = useT()
  const can = usePermissions()
  const account = useTenants().activeTenant?.name ?? ''
  const { show, dialog } = useSecretDialog()
  const [creating, setCreating] = useState(false)

  const showToken = ({ token, baseUrl }: MadeConnection) =>
    show({
      title: t('secret.title'),
      label: t('secret.token'),
      value: token,
      known: [{ label: t('secret.baseUrl'), value: baseUrl }],
      fileName: 'directory-token.txt',
    })
  const create = can('fe.secure.write.provisioningConfiguration') && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose', { name: account })} action={create} />
      <ConnectionsTable create={create} onMade={showToken} />
      {creating && <ConnectDialog onMade={showToken} onClose={() => setCreating(false)} />}
      {dialog}
    </>
  )
}
