import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import type { RunFresh } from '../shared/fresh-dialog'
import type { Person } from '../wire'
import { changeEmail, nameOf } from './people.actions'
import { readPerson } from './people.queries'
import { t, useT } from './people.texts'

const schema = z.object({ email: shortText(254).pipe(z.email({ error: () => t('email.wrong') })) })

export type EmailValues = z.infer<typeof schema>

interface EmailDialogProps {
  readonly person: Person
  readonly typed: EmailValues | undefined
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunFresh<EmailValues>
  readonly onClose: () => void
}

export function EmailDialog({ person, typed, run, onClose }: EmailDialogProps) {
  const t = useT()
  const name = nameOf(person)
  const change = useAction(changeEmail)
  const api = useApi()
  const dialog = useDialogForm({
    schema,
    start: { email: person.email },
    typed,
    current: async () => ({ email: (await readPerson(api, person.id)).email }),
    save: (values) => run(() => change.run({ person, ...values }), values),
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
