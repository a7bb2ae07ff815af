import { useTenants } from '@gatehouse/react'
import { ConfirmDialog, toast } from '@gatehouse/ui'
import type { TeamUser } from '../wire'
import { nameOf } from './person'
import { useUserCalls } from './users.queries'
import { useT } from './users.texts'

interface QuestionDialogProps {
  /** What is about to happen to the person; its words stand under this name. */
  question: 'disable' | 'signOut' | 'remove'
  user: TeamUser
  onClose: () => void
  onRemoved?: (() => void) | undefined
}

/** Says what will happen, and to whom, before it does. */
export function QuestionDialog({ question, user, onClose, onRemoved }: QuestionDialogProps) {
  const t = useT()
  const { activeTenant } = useTenants()
  const calls = useUserCalls()
  const words = { name: nameOf(user), tenant: activeTenant?.name ?? '' }

  async function confirm() {
    await calls[question](user.id)
    toast.success(t(`${question}.done`, words))
    if (question === 'remove') onRemoved?.()
    void calls.reload()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t(`${question}.title`, words)}
      verb={t(`${question}.verb`, words)}
    >
      {t(`${question}.text`, words)}
    </ConfirmDialog>
  )
}
