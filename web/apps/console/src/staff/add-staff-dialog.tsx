import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import type { RunWithStepUp } from '../shared/step-up-dialog'
import type { StaffRole } from '../wire'
import { RoleField } from './role-field'
import { addStaff } from './staff.actions'
import { ROLES } from './staff.queries'
import { t, useT } from './staff.texts'

const schema = z.object({
  email: shortText(254).pipe(z.email({ error: () => t('form.emailWrong') })),
  role: z.enum(ROLES),
})

export type NewStaff = z.infer<typeof schema>

interface AddDialogProps {
  readonly typed: NewStaff | undefined
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunWithStepUp<NewStaff>
  readonly onClose: () => void
}

/** Adds a user with an account to the staff. */
export function AddStaffDialog({ typed, run, onClose }: AddDialogProps) {
  const t = useT()
  const add = useAction(addStaff)
  const dialog = useDialogForm({
    schema,
    start: { email: '', role: 'support' as StaffRole },
    typed,
    save: (values) => run(() => add.run(values), values),
    refusals: { 'staff.unknown': 'email', 'staff.exists': 'email' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('add.title')} description={t('add.help')} submitLabel={t('add.submit')}>
      <Field of={dialog} name="email">
        {(input) => <TextField label={t('form.email')} type="email" autoComplete="off" data-autofocus {...input} />}
      </Field>
      <Field of={dialog} name="role">
        {(input) => <RoleField {...input} />}
      </Field>
    </DialogForm>
  )
}
