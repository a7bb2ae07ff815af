import { useAction } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog } from '@gatehouse/ui'
import type { RunWithStepUp } from '../shared/step-up-dialog'
import type { VendorUser } from '../wire'
import { endSessions } from './security.actions'
import { lockUser, nameOf, resetMfa, verifyUser } from './users.actions'
import { useT } from './users.texts'

const ACTIONS = { lock: lockUser, verify: verifyUser, unenroll: resetMfa, signOut: endSessions }
type Question = keyof typeof ACTIONS

export const needsConfirmation = (name: string): name is Question => name in ACTIONS

interface QuestionDialogProps {
  /** The action to confirm; its texts have the same key. */
  readonly question: Question
  readonly user: VendorUser
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunWithStepUp
  readonly onClose: () => void
}

/** Asks for confirmation before an action on a user. */
export function ConfirmUserActionDialog({ question, user, run, onClose }: QuestionDialogProps) {
  const t = useT()
  const action = useAction<VendorUser, unknown>(ACTIONS[question])
  const words = { name: nameOf(user), email: user.email }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => run(() => action.run(user))}
      title={t(`${question}.title`, words)}
      verb={t(`${question}.verb`, words)}
      danger={question !== 'verify'}
    >
      {t(`${question}.text`, words)}
    </ConfirmDialog>
  )
}
