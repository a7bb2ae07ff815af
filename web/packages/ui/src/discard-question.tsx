import { ConfirmDialog } from './confirm-dialog'
import { useT } from './texts'

interface DiscardQuestionProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDiscard: () => void
}

/** Asks before the input of one form is discarded; `leave` asks for all forms on the page. */
export function DiscardQuestion({ opened, onClose, onDiscard }: DiscardQuestionProps) {
  const t = useT()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={onDiscard}
      title={t('confirm.discardTitle')}
      verb={t('confirm.discard')}
      cancelLabel={t('confirm.keep')}
    >
      {t('confirm.discardText')}
    </ConfirmDialog>
  )
}
