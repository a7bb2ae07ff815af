import { useTenants } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePermissions } from '../shared/permissions'
import { useNavigate } from '../shared/router'
import { WebhookDialog } from './webhook-dialog'
import { useT } from './webhooks.texts'
import { WebhooksTable } from './webhooks-table'

export function WebhooksPage() {
  const t = useT()
  const can = usePermissions()
  const { activeTenant } = useTenants()
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<string>()
  const navigate = useNavigate()

  // A new one opens to be tested, once the dialog is closed: typed words in it would hold the way.
  useEffect(() => {
    if (!made || creating) return
    setMade(undefined)
    void navigate({ to: `/webhooks/${made}`, resetScroll: false })
  }, [made, creating, navigate])

  const create = can('fe.connectivity.write.webhook') && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose', { name: activeTenant?.name ?? '' })} action={create} />
      <WebhooksTable create={create} />
      {creating && <WebhookDialog onClose={() => setCreating(false)} onCreated={setMade} />}
      <Outlet />
    </>
  )
}
