import { ConfirmDialog } from '@gatehouse/ui'
import { useBlocker } from '@tanstack/react-router'
import { useT } from '../portal.texts'

/** Asks before unsaved changes are left for another page. Closing the window is `SaveBar`'s to ask about. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const t = useT()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      title={t('leave.title')}
      verb={t('leave.leave')}
      cancelLabel={t('leave.stay')}
    >
      {t('leave.text')}
    </ConfirmDialog>
  )
}
