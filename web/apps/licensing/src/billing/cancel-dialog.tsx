import { useAction } from '@gatehouse/admin-portal/action'
import { ApiError } from '@gatehouse/api'
import { ConfirmDialog } from '@gatehouse/ui'
import { useT } from '../texts'
import { useConfirmIdentity } from './confirm-identity'
import { formatDay } from './dates'
import type { License } from './licenses.queries'
import { cancelLicense } from './subscription.actions'

interface Props {
  readonly license: License
  readonly opened: boolean
  readonly onClose: () => void
}

export function CancelDialog({ license, opened, onClose }: Props) {
  const t = useT()
  const cancel = useAction(cancelLicense)
  // Without its payment it stops earlier than the period ends: nothing later is promised.
  const until = license.billing?.isPastDue ? undefined : license.billing?.nextPayment

  const status = license.billing?.status
  const isPaused = status?.type === 'paused'
  const proof = useConfirmIdentity(t('cancel.proof'))

  async function confirm() {
    try {
      await cancel.run(license)
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 403)) throw error
      proof.onError(error)
    }
  }

  function text(): string {
    if (isPaused) return t('cancel.paused')
    if (status?.pauseAt) return t('cancel.pausing', { date: formatDay(status.pauseAt) })
    return until ? t('cancel.until', { date: formatDay(until), count: license.maxSeats }) : t('cancel.text')
  }

  return (
    <>
      <ConfirmDialog
        opened={opened}
        onClose={onClose}
        onConfirm={confirm}
        title={t('cancel.title', { name: license.name })}
        verb={t('cancel.verb')}
        cancelLabel={t('cancel.keep')}
      >
        {text()}
      </ConfirmDialog>
      {proof.dialog}
    </>
  )
}
