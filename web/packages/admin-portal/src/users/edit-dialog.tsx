import { useApi, usePermissions } from '@gatehouse/react'
import { errorText, FormDialog, TextField, toast } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { rolesQuery } from '../shared/roles.queries'
import { RolesField } from '../shared/roles-field'
import { shortText } from '../shared/schemas'
import type { TeamUser } from '../wire'
import { nameOf, statusOf } from './person'
import { useChangeUser } from './users.queries'
import { t, useT } from './users.texts'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('edit.nameMissing') }),
  roleIds: z.array(z.string()),
})

/** Closes at once: the table shows the change, and a toast says so if the server refuses it. */
export function EditDialog({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const t = useT()
  const canGiveRoles = usePermissions()('fe.secure.read.roles')
  const { data: known = [] } = useQuery({ ...rolesQuery(useApi()), enabled: canGiveRoles })
  const change = useChangeUser()
  const form = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { name: nameOf(user), roleIds: user.roles.map(({ id }) => id) },
  })
  const { errors, isDirty, dirtyFields } = form.formState

  const submit = form.handleSubmit(({ name, roleIds }) => {
    onClose()
    const roles = roleIds.flatMap((id) => [...known, ...user.roles].find((role) => role.id === id) ?? [])
    const changes = { ...(dirtyFields.name && { name }), ...(dirtyFields.roleIds && { roles }) }
    if (Object.keys(changes).length === 0) return
    change.mutateAsync({ row: user, change: changes }).catch((error: unknown) => {
      toast.error(t('edit.failed', { name: nameOf(user), reason: errorText(error) }))
    })
  })

  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('edit.title', { name: nameOf(user) })}
      onSubmit={submit}
      submitLabel={t('edit.submit')}
      dirty={isDirty}
    >
      {/* Whoever has not accepted yet is known by address only: they bring their own name. */}
      {statusOf(user) !== 'pending' && (
        <TextField
          label={t('edit.name')}
          error={errors.name?.message}
          autoComplete="off"
          data-autofocus
          {...form.register('name')}
        />
      )}
      {canGiveRoles && (
        <Controller
          control={form.control}
          name="roleIds"
          render={({ field: { value, onChange } }) => (
            <RolesField
              label={t('edit.roles')}
              help={t('edit.rolesHelp')}
              placeholder={value.length === 0 ? t('edit.placeholder') : undefined}
              value={value}
              onChange={onChange}
            />
          )}
        />
      )}
    </FormDialog>
  )
}
