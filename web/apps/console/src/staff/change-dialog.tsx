import { DialogForm, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { z } from 'zod'
import { RoleField } from './role-field'
import { changeStaff, nameOf } from './staff.actions'
import { type Member, ROLES } from './staff.queries'
import { useT } from './staff.texts'

const schema = z.object({ role: z.enum(ROLES) })

export function ChangeDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const t = useT()
  const change = useAction(changeStaff)
  const dialog = useDialogForm({
    schema,
    start: { role: member.role },
    save: ({ role }) => change.run({ member, role }),
    refusals: { 'staff.last_owner': 'role' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('change.title', { name: nameOf(member) })} submitLabel={t('change.submit')}>
      <Field of={dialog} name="role">
        {(input) => <RoleField {...input} />}
      </Field>
    </DialogForm>
  )
}
