import { DialogForm, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useState } from 'react'
import { z } from 'zod'
import { useEdited } from '../shared/edited'
import { RoleField } from './role-field'
import { changeStaff, nameOf } from './staff.actions'
import { type Member, ROLES, readStaff } from './staff.queries'
import { t, useT } from './staff.texts'

const schema = z.object({ role: z.enum(ROLES) })

/** As it is called where somebody else has given another. */
const named = (role: Member['role']) => ({ role: t(`roles.${role}`) })

export function ChangeDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const t = useT()
  const change = useAction(changeStaff)
  const api = useApi()
  const edited = useEdited<{ role: string }>()
  const [start] = useState(() => named(member.role))
  const dialog = useDialogForm({
    schema,
    start: { role: member.role },
    async save({ role }) {
      const now = (await readStaff(api)).find(({ id }) => id === member.id)
      if (now) edited(start, named(role), named(now.role))
      return change.run({ member, role })
    },
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
