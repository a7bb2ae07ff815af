import { useEffect } from 'react'
import { ConfirmDialog } from '../confirm-dialog'
import { useT } from './shell.texts'
import { answer, useIsAsking } from './unsaved'

/** Asks before unsaved work is left. One for the whole shell, however many forms are on the page. */
export function LeaveQuestion() {
  const t = useT()
  const isAsking = useIsAsking()
  useEffect(() => () => answer(false), [])
  return (
    <ConfirmDialog
      opened={isAsking}
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
