import { useApi } from '@gatehouse/react'
import { CopyButton, InlineAlert, StatusBadge } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Actions } from '../shared/actions'
import { DetailsDrawer } from '../shared/details-drawer'
import { Facts } from '../shared/facts'
import { usePermissions } from '../shared/permissions'
import { rolesQuery } from '../shared/roles.queries'
import { useParams } from '../shared/router'
import type { Role } from '../wire'
import { PermissionList } from './permission-list'
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

function RoleDetails({ role, onDeleted }: { role: Role; onDeleted: () => void }) {
  const t = useT()
  const { actionsFor, dialog } = useRoleActions(onDeleted)
  const actions = actionsFor(role)
  const canReadPermissions = usePermissions()('fe.secure.read.permissions')
  return (
    <Stack gap="xl">
      {role.description && <div>{role.description}</div>}
      {!role.tenantId && <InlineAlert tone="info">{t('drawer.builtIn')}</InlineAlert>}
      <Facts
        facts={[
          [
            t('drawer.key'),
            <code key="key">{role.key}</code>,
            <CopyButton key="copy" value={role.key} label={t('drawer.copyKey')} />,
          ],
          [t('drawer.kind'), t(role.tenantId ? 'kind.own' : 'kind.vendor')],
          [
            t('isDefault'),
            role.isDefault && (
              <StatusBadge key="default" tone="info">
                {t('isDefaultHelp')}
              </StatusBadge>
            ),
          ],
        ]}
      />
      {actions.length > 0 && <Actions actions={actions} />}
      {canReadPermissions && <PermissionList role={role} />}
      {dialog}
    </Stack>
  )
}
