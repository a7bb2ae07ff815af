import { usePermissions } from '@gatehouse/react'
import { CopyButton, EmptyState, ErrorState, Loading, StatusBadge } from '@gatehouse/ui'
import { Button, Drawer, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../shared/api'
import { Facts } from '../shared/facts'
import { rolesQuery } from '../shared/roles.queries'
import { useNavigate, useParams, useSearch } from '../shared/router'
import type { Role } from '../wire'
import { PermissionList } from './permission-list'
import { useT } from './roles.texts'

export function RoleDrawer() {
  const t = useT()
  const navigate = useNavigate()
  const { roleId } = useParams()
  const search = useSearch()
  const roles = useQuery(rolesQuery(useApi()))
  const role = roles.data?.find(({ id }) => id === roleId)
  const close = () => void navigate({ to: '/roles', search, resetScroll: false })

  return (
    <Drawer opened onClose={close} size={440} title={role?.name ?? t('drawer.title')}>
      {role ? (
        <RoleDetails role={role} />
      ) : roles.error ? (
        <ErrorState error={roles.error} onRetry={() => void roles.refetch()} />
      ) : roles.isPending ? (
        <Loading />
      ) : (
        <EmptyState
          drawing="key"
          title={t('drawer.gone')}
          action={
            <Button variant="default" onClick={close}>
              {t('drawer.back')}
            </Button>
          }
        >
          {t('drawer.goneHelp')}
        </EmptyState>
      )}
    </Drawer>
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
