import { Actions, DetailsDrawer, Facts, PermissionList, useParams } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { CopyButton } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Role } from '../wire'
import { rolesQuery } from './roles.queries'
import { useT } from './roles.texts'
import { useRoleActions } from './use-role-actions'

export function RoleDrawer() {
  const t = useT()
  const { id } = useParams()
  const find = (roles: Role[]) => roles.find((role) => role.id === id) ?? null
  const role = useQuery({ ...rolesQuery(useApi()), select: find })
  return (
    <DetailsDrawer
      title={role.data?.name ?? t('drawer.title')}
      query={role}
      tablePath="/roles"
      gone={{ drawing: 'key', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(found, close) => <RoleDetails role={found} onDeleted={close} />}
    </DetailsDrawer>
  )
}

function RoleDetails({ role, onDeleted }: { readonly role: Role; readonly onDeleted: () => void }) {
  const t = useT()
  const { actionsFor, dialog } = useRoleActions(onDeleted)
  return (
    <Stack gap="xl">
      {role.description && <div>{role.description}</div>}
      <Facts
        facts={[
          [
            t('drawer.key'),
            <code key="key">{role.key}</code>,
            <CopyButton key="copy" value={role.key} label={t('drawer.copyKey')} />,
          ],
          [t('columns.level'), String(role.level)],
          [t('form.isDefault'), role.isDefault && t('form.isDefaultHelp')],
          [t('form.firstUserRole'), role.firstUserRole && t('form.firstUserRoleHelp')],
        ]}
      />
      <Actions actions={actionsFor(role)} />
      <PermissionList role={role} />
      {dialog}
    </Stack>
  )
}
