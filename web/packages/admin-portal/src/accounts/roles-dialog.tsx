import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { RolesField } from '../shared/roles-field'
import type { PersonBelow } from '../wire'
import { type Account, setRolesBelow } from './accounts.actions'
import { useT } from './accounts.texts'

const schema = z.object({ roleIds: z.array(z.string()) })

interface RolesDialogProps {
  account: Account
  person: PersonBelow
  onClose: () => void
}

export function RolesDialog({ account, person, onClose }: RolesDialogProps) {
  const t = useT()
  const change = useAction(setRolesBelow)
  const held = person.tenants[0]?.roles.map(({ id }) => id) ?? []
  const dialog = useDialogForm({
    schema,
    start: { roleIds: held },
    save: ({ roleIds }) => change.run({ account, person, roleIds }),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('people.rolesTitle', { name: person.name })} submitLabel={t('people.rolesSubmit')}>
      <Field of={dialog} name="roleIds">
        {(input) => <RolesField label={t('people.roles')} data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}
