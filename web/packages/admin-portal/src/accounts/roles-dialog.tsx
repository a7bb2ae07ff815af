import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { RolesField } from '../shared/roles-field'
import type { PersonBelow } from '../wire'
import { type Account, setRolesBelow } from './accounts.actions'
import { personQuery } from './accounts.queries'
import { useT } from './accounts.texts'

const schema = z.object({ roleIds: z.array(z.string()) })

const startOf = ({ tenants }: PersonBelow) => ({ roleIds: tenants[0]?.roles.map(({ id }) => id) ?? [] })

interface RolesDialogProps {
  account: Account
  person: PersonBelow
  onClose: () => void
}

export function RolesDialog({ account, person, onClose }: RolesDialogProps) {
  const t = useT()
  const change = useAction(setRolesBelow)
  const readAgain = useReadAgain()
  const dialog = useDialogForm({
    schema,
    start: startOf(person),
    async current() {
      const now = await readAgain((api) => personQuery(api, account.tenantId, person.id))
      return now ? startOf(now) : undefined
    },
    save: ({ roleIds }, _, base) => change.run({ account, person, roleIds, baseRoleIds: base.roleIds }),
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
