import { useAction } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog } from '@gatehouse/ui'
import type { RunFresh } from '../shared/fresh-dialog'
import type { Person } from '../wire'
import { lockPerson, nameOf, unenrollPerson, verifyPerson } from './people.actions'
import { useT } from './people.texts'
import { endSessions } from './security.actions'

const ACTIONS = { lock: lockPerson, verify: verifyPerson, unenroll: unenrollPerson, signOut: endSessions }
type Question = keyof typeof ACTIONS

export const isQuestion = (name: string): name is Question => name in ACTIONS

interface QuestionDialogProps {
  /** The action to confirm; its texts have the same key. */
  readonly question: Question
  readonly person: Person
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunFresh
  readonly onClose: () => void
}

/** Asks for confirmation before an action on a user. */
export function QuestionDialog({ question, person, run, onClose }: QuestionDialogProps) {
  const t = useT()
  const action = useAction<Person, unknown>(ACTIONS[question])
  const words = { name: nameOf(person), email: person.email }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => run(() => action.run(person))}
      title={t(`${question}.title`, words)}
      verb={t(`${question}.verb`, words)}
      danger={question !== 'verify'}
    >
      {t(`${question}.text`, words)}
    </ConfirmDialog>
  )
}
