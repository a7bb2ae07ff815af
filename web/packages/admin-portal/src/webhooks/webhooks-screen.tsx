import { PageHeader } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useNavigate } from '../shared/router'
import { WebhookDialog } from './webhook-dialog'
import { useT } from './webhooks.texts'
import { useWebhookRights } from './webhooks-of'
import { WebhooksTable } from './webhooks-table'

interface WebhooksScreenProps {
  readonly purpose: string
  /** What an empty list says to who may add none. */
  readonly readHelp: string
}

export function WebhooksScreen({ purpose, readHelp }: WebhooksScreenProps) {
  const t = useT()
  const { mayChange } = useWebhookRights()
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<string>()
  const navigate = useNavigate()

  // A new one opens to be tested, once the dialog is closed: typed words in it would hold the way.
  useEffect(() => {
    if (!made || creating) return
    setMade(undefined)
    void navigate({ to: `/webhooks/${made}`, resetScroll: false })
  }, [made, creating, navigate])

  const create = mayChange && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={purpose} action={create} />
      <WebhooksTable create={create} readHelp={readHelp} />
      {creating && <WebhookDialog onClose={() => setCreating(false)} onCreated={setMade} />}
      <Outlet />
    </>
  )
}
