import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { usePermissions } from '../shared/permissions'
import { useReadAgain } from '../shared/read-again'
import { rolesQuery } from '../shared/roles.queries'
import { RolesField } from '../shared/roles-field'
import { shortText } from '../shared/schemas'
import type { TeamUser } from '../wire'
import { nameOf, statusOf } from './person'
import { changeUser } from './users.actions'
import { userQuery } from './users.queries'
import { t, useT } from './users.texts'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('edit.nameMissing') }),
  roleIds: z.array(z.string()),
})

const startOf = (user: TeamUser) => ({ name: nameOf(user), roleIds: user.roles.map(({ id }) => id) })

/** Closes at once: the table shows the change, and a toast says so if the server refuses it. */
export function EditDialog({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const t = useT()
  const canGiveRoles = usePermissions()('fe.secure.read.roles')
  const readAgain = useReadAgain()
  const { data: known = [] } = useQuery({ ...rolesQuery(useApi()), enabled: canGiveRoles })
  const change = useAction(changeUser)
  const now = useRef(user)
  const dialog = useDialogForm({
    schema,
    start: startOf(user),
    async current() {
      now.current = await readAgain((api, queryClient) => userQuery(api, queryClient, user.id))
      return startOf(now.current)
    },
    save(_, { name, roleIds }, base) {
      const of = now.current
      const roles = roleIds?.flatMap((id) => [...known, ...of.roles].find((role) => role.id === id) ?? [])
      if (name || roles)
        change.start({ user: of, ...(name && { name }), ...(roles && { roles, baseRoleIds: base.roleIds }) })
    },
    onClose,
  })

  return (
    <DialogForm of={dialog} title={t('edit.title', { name: nameOf(user) })} submitLabel={t('edit.submit')}>
      {/* A user with a pending invitation is known by address only: they enter their own name. */}
      {statusOf(user) !== 'pending' && (
        <Field of={dialog} name="name">
          {(input) => <TextField label={t('edit.name')} autoComplete="off" data-autofocus {...input} />}
        </Field>
      )}
      {canGiveRoles && (
        <Field of={dialog} name="roleIds">
          {(input) => (
            <RolesField
              label={t('edit.roles')}
              help={t('edit.rolesHelp')}
              placeholder={t('edit.placeholder')}
              {...input}
            />
          )}
        </Field>
      )}
    </DialogForm>
  )
}
