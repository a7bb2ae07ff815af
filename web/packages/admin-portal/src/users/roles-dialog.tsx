import { errorText, FormDialog, toast } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../shared/api'
import { rolesQuery } from '../shared/roles.queries'
import { RolesField } from '../shared/roles-field'
import type { TeamUser } from '../wire'
import { nameOf } from './person'
import { useSetRoles } from './users.queries'
import { useT } from './users.texts'

/** Closes at once: the new roles show in the table, and a toast says so if the server refuses them. */
export function RolesDialog({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const t = useT()
  const name = nameOf(user)
  const { data: roles = [] } = useQuery(rolesQuery(useApi()))
  const setRoles = useSetRoles()
  const before = user.roles.map(({ id }) => id)
  const [chosen, setChosen] = useState(before)
  const isSame = chosen.length === before.length && chosen.every((id) => before.includes(id))

  function submit() {
    onClose()
    if (isSame) return
    const known = [...roles, ...user.roles]
    const next = chosen.flatMap((id) => known.find((role) => role.id === id) ?? [])
    setRoles.mutateAsync({ user, roles: next }).catch((error: unknown) => {
      toast.error(t('roles.failed', { name, reason: errorText(error) }))
    })
  }

  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('roles.title', { name })}
      description={t('roles.description')}
      onSubmit={submit}
      submitLabel={t('roles.submit')}
      dirty={!isSame}
    >
      <RolesField
        label={t('roles.field')}
        placeholder={chosen.length === 0 ? t('roles.placeholder') : undefined}
        value={chosen}
        onChange={setChosen}
        data-autofocus
      />
    </FormDialog>
  )
}
