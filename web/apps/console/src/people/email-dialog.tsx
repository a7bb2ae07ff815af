import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import type { FreshFactor } from '../shared/fresh-factor'
import type { Person } from '../wire'
import { changeEmail, nameOf } from './people.actions'
import { t, useT } from './people.texts'

const schema = z.object({ email: shortText(254).pipe(z.email({ error: () => t('email.wrong') })) })

interface EmailDialogProps {
  readonly person: Person
  /** Asks for a fresh second factor where that is needed. */
  readonly run: FreshFactor['run']
  readonly onClose: () => void
}

export function EmailDialog({ person, run, onClose }: EmailDialogProps) {
  const t = useT()
  const name = nameOf(person)
  const change = useAction(changeEmail)
  const dialog = useDialogForm({
    schema,
    start: { email: person.email },
    save: ({ email }) => run(() => change.run({ person, email })),
    refusals: { 'email_addresses.*': 'email' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('email.title', { name })}
      description={t('email.help', { name })}
      submitLabel={t('email.submit')}
    >
      <Field of={dialog} name="email">
        {(input) => <TextField label={t('email.label')} type="email" autoComplete="off" data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}
