import { useApi, usePermissions } from '@gatehouse/react'
import { CopyButton, StatusBadge } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DetailsDrawer } from '../shared/details-drawer'
import { Facts } from '../shared/facts'
import { rolesQuery } from '../shared/roles.queries'
import { useParams } from '../shared/router'
import type { Role } from '../wire'
import { PermissionList } from './permission-list'
import { useT } from './roles.texts'

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
      {(found) => <RoleDetails role={found} />}
    </DetailsDrawer>
  )
}

function RoleDetails({ role }: { role: Role }) {
  const t = useT()
  const canReadPermissions = usePermissions()('fe.secure.read.permissions')
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
      {canReadPermissions && <PermissionList role={role} />}
    </Stack>
  )
}
