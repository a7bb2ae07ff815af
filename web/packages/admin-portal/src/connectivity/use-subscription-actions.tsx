import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconEdit, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { Channel } from './channels'
import { useT } from './connectivity.texts'
import { SubscriptionDialog } from './subscription-dialog'
import { deleteSubscription, switchSubscription } from './subscriptions.actions'
import { isOn, type Subscription } from './subscriptions.queries'
import { useEventName } from './use-event-name'

/** What this person may do with a subscription. */
export function useSubscriptionActions(channel: Channel): {
  readonly actionsFor: (row: Subscription) => RowAction[]
  /** Put it in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const nameOf = useEventName()
  const toggle = useAction(switchSubscription(channel))
  const remove = useAction(deleteSubscription(channel))
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete'; row: Subscription }>()
  const close = () => setOpen(undefined)

  function actionsFor(row: Subscription): RowAction[] {
    const actions: RowAction[] = []
    if (can(channel.writes)) {
      actions.push(
        { label: t('actions.edit'), icon: IconEdit, onClick: () => setOpen({ dialog: 'edit', row }) },
        isOn(row)
          ? { label: t('actions.off'), icon: IconPlayerPause, onClick: () => toggle.start(row) }
          : { label: t('actions.on'), icon: IconPlayerPlay, onClick: () => toggle.start(row) },
      )
    }
    if (can(channel.deletes)) {
      const ask = () => setOpen({ dialog: 'delete', row })
      actions.push({ label: t('actions.delete'), icon: IconTrash, onClick: ask, danger: true })
    }
    return actions
  }

  if (!open) return { actionsFor, dialog: null }
  const { row } = open
  const dialog =
    open.dialog === 'edit' ? (
      <SubscriptionDialog channel={channel} subscription={row} onClose={close} />
    ) : (
      <ConfirmDialog
        opened
        onClose={close}
        onConfirm={() => remove.run(row)}
        title={t('delete.title', { event: nameOf(row.eventKey) })}
        verb={t('delete.verb')}
      >
        {t('delete.text')}
      </ConfirmDialog>
    )
  return { actionsFor, dialog }
}
