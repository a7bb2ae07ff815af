import { useEffect } from 'react'
import { ConfirmDialog } from '../confirm-dialog'
import { useT } from './shell.texts'
import { answerLeaveQuestion, useHasQuestion } from './unsaved'

/** Asks before unsaved changes are left. One for the whole shell. */
export function LeaveQuestion() {
  const t = useT()
  const isAsking = useHasQuestion()
  useEffect(() => () => answerLeaveQuestion(false), [])
  if (!isAsking) return null
  // Rendered only when needed: an element that precedes a form's dialog would be below it.
  return (
    <ConfirmDialog
      opened
      onClose={() => answerLeaveQuestion(false)}
      onConfirm={() => answerLeaveQuestion(true)}
      title={t('leave.title')}
      verb={t('leave.leave')}
      cancelLabel={t('leave.stay')}
    >
      {t('leave.text')}
    </ConfirmDialog>
  )
}
