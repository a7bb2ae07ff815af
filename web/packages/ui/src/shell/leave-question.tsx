import { useEffect } from 'react'
import { ConfirmDialog } from '../confirm-dialog'
import { useT } from './shell.texts'
import { answer, useIsAsking } from './unsaved'

/** Asks before unsaved work is left. One for the whole shell, however many forms are on the page. */
export function LeaveQuestion() {
  const t = useT()
  const isAsking = useIsAsking()
  useEffect(() => () => answer(false), [])
  if (!isAsking) return null
  // In the page only now: what stands there before a form's dialog would be below it, out of reach.
  return (
    <ConfirmDialog
      opened
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
      title={t('leave.title')}
      verb={t('leave.leave')}
      cancelLabel={t('leave.stay')}
    >
      {t('leave.text')}
    </ConfirmDialog>
  )
}
