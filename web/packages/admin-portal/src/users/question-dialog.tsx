import { useTenants } from '@gatehouse/react'
import { ConfirmDialog } from '@gatehouse/ui'
import { useAction } from '../shared/action'
import type { TeamUser } from '../wire'
import { nameOf } from './person'
import { disableUser, removeUser, signOutUser } from './users.actions'
import { useT } from './users.texts'

const ACTIONS = { disable: disableUser, signOut: signOutUser, remove: removeUser }

interface QuestionDialogProps {
  /** What is about to happen to the person; its words stand under this name. */
  question: keyof typeof ACTIONS
  user: TeamUser
  onClose: () => void
}

/** Asks before an action, naming the user and the effect. */
export function QuestionDialog({ question, user, onClose }: QuestionDialogProps) {
  const t = useT()
  const { activeTenant } = useTenants()
  const action = useAction(ACTIONS[question])
  const words = { name: nameOf(user), tenant: activeTenant?.name ?? '' }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => action.run(user)}
      title={t(`${question}.title`, words)}
      verb={t(`${question}.verb`, words)}
      typeToConfirm={question === 'remove' ? words.name : undefined}
    >
      {t(`${question}.text`, words)}
    </ConfirmDialog>
  )
}
