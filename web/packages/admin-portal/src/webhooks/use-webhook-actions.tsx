import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAction } from '../shared/action'
import { WebhookDialog } from './webhook-dialog'
import { deleteWebhook } from './webhooks.actions'
import type { Webhook } from './webhooks.queries'
import { useT } from './webhooks.texts'
import { useWebhookRights } from './webhooks-of'

/** What this person may do with a webhook, for rows and for the details. */
export function useWebhookActions(onDeleted?: () => void): {
  readonly actionsFor: (webhook: Webhook) => RowAction[]
  /** Put it in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const { mayChange, mayRemove } = useWebhookRights()
  const remove = useAction(deleteWebhook)
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete'; webhook: Webhook }>()
  const close = () => setOpen(undefined)

  function actionsFor(webhook: Webhook): RowAction[] {
    const ask = (dialog: 'edit' | 'delete') => () => setOpen({ dialog, webhook })
    const actions: RowAction[] = []
    if (mayChange) {
      actions.push({ label: t('actions.edit'), icon: IconEdit, onClick: ask('edit') })
    }
    if (mayRemove) {
      actions.push({ label: t('actions.delete'), icon: IconTrash, onClick: ask('delete'), danger: true })
    }
    return actions
  }

  async function confirm(webhook: Webhook) {
    await remove.run(webhook)
    onDeleted?.()
  }
  const dialog =
    open?.dialog === 'edit' ? (
      <WebhookDialog webhook={open.webhook} onClose={close} />
    ) : (
      open && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => confirm(open.webhook)}
          title={t('delete.title', { name: open.webhook.displayName })}
          verb={t('delete.verb')}
          typeToConfirm={open.webhook.displayName}
        >
          {t('delete.text')}
        </ConfirmDialog>
      )
    )
  return { actionsFor, dialog }
}
