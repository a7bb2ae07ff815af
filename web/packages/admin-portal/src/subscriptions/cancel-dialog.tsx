import { ConfirmDialog } from '@gatehouse/ui'
import { useAction } from '../shared/action'
import type { Subscription } from '../wire'
import { dayText } from './day'
import { cancelSubscription } from './subscriptions.actions'
import { useT } from './subscriptions.texts'

interface CancelDialogProps {
  readonly subscription: Subscription
  /** Of the plan. */
  readonly name: string
  readonly onClose: () => void
}

export function CancelDialog({ subscription, name, onClose }: CancelDialogProps) {
  const t = useT()
  const cancel = useAction(cancelSubscription, { awaitRefetch: true })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => cancel.run(subscription)}
      title={t('cancel.title', { plan: name })}
      verb={t('cancel.verb')}
      cancelLabel={t('cancel.keep')}
    >
      {t('cancel.text', { plan: name, date: dayText(subscription.currentPeriodEnd) })}
    </ConfirmDialog>
  )
}
