import { Link, RoleList, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { StatusBadge } from '@gatehouse/ui'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { tenantNamesQuery } from '../tenants/names.queries'
import type { VendorUser } from '../wire'
import { useT } from './users.texts'

const SHOWN_TENANTS = 50

/** Tenants and roles of a user. */
export function UserTenants({ user: { tenants } }: { readonly user: VendorUser }) {
  const t = useT()
  const canOpen = usePermissions()('vendor.read.tenants')
  const shown = tenants.slice(0, SHOWN_TENANTS)
  const ids = shown.map(({ tenantId }) => tenantId)
  const { data: names } = useQuery(tenantNamesQuery(useApi(), canOpen ? ids : []))
  const rest = tenants.length - shown.length
  return (
    <Stack component="section" gap="xs" aria-labelledby="person-tenants">
      <Title order={3} size="h3" id="person-tenants">
        {t('tenants.title')}
      </Title>
      {tenants.length === 0 && <Text c="dimmed">{t('tenants.none')}</Text>}
      {shown.map(({ tenantId, roles, isDisabled }) => (
        <Group key={tenantId} gap="xs" justify="space-between">
          {canOpen ? (
            <Link to="/tenants/$id" params={{ id: tenantId }}>
              {names?.get(tenantId) ?? tenantId}
            </Link>
          ) : (
            <code>{tenantId}</code>
          )}
          <Group gap="xs">
            {isDisabled && <StatusBadge>{t('tenants.disabled')}</StatusBadge>}
            <RoleList roles={roles} none={t('tenants.noRoles')} all />
          </Group>
        </Group>
      ))}
      {rest > 0 && <Text c="dimmed">{t('tenants.more', { count: rest })}</Text>}
    </Stack>
  )
}
