import { DialogForm, Field, useAction, useDialogForm, useEdited } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useState } from 'react'
import { z } from 'zod'
import type { RunWithStepUp } from '../shared/step-up-dialog'
import { RoleField } from './role-field'
import { changeStaff, nameOf } from './staff.actions'
import { type Member, ROLES, readStaff } from './staff.queries'
import { t, useT } from './staff.texts'

const schema = z.object({ role: z.enum(ROLES) })

/** Name of the role, for a conflict with another administrator. */
const conflictTexts = (role: Member['role']) => ({ role: t(`roles.${role}`) })

export type NewRole = z.infer<typeof schema>

interface ChangeDialogProps {
  readonly member: Member
  readonly typed: NewRole | undefined
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunWithStepUp<NewRole>
  readonly onClose: () => void
}

export function ChangeRoleDialog({ member, typed, run, onClose }: ChangeDialogProps) {
  const t = useT()
  const change = useAction(changeStaff)
  const api = useApi()
  const edited = useEdited<{ role: string }>()
  const [start] = useState(() => conflictTexts(member.role))
  const dialog = useDialogForm({
    schema,
    start: { role: member.role },
    typed,
    async save({ role }) {
      const now = (await readStaff(api)).find(({ id }) => id === member.id)
      if (now) edited(start, conflictTexts(role), conflictTexts(now.role))
      return run(() => change.run({ member, role }), { role })
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
