import { Actions, Facts, Link, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { CopyButton, InlineAlert, RelativeTime } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Tenant } from '../wire'
import { tenantNamesQuery } from './names.queries'
import { userCountQuery } from './parts.queries'
import { SubTenants } from './sub-tenants'
import { TenantApplications } from './tenant-applications'
import { TenantBills } from './tenant-bills'
import { TenantConnections } from './tenant-connections'
import { TenantLicenses } from './tenant-licenses'
import { TenantMetadata } from './tenant-metadata'
import { TenantPlans } from './tenant-plans'
import { useT } from './tenants.texts'
import { useTenantActions } from './use-tenant-actions'

export function TenantDetails({ tenant, onDeleted }: { tenant: Tenant; onDeleted: () => void }) {
  const t = useT()
  const can = usePermissions()
  const { actionsFor, dialog } = useTenantActions(onDeleted)
  const none = t('drawer.none')
  const parent = tenant.parentTenantId
  return (
    <Stack gap="xl">
      {tenant.status === 'suspended' && (
        <InlineAlert tone="warning" title={t('suspended')}>
          {t('suspendedHelp')}
        </InlineAlert>
      )}
      <Facts
        facts={[
          [
            t('drawer.id'),
            <code key="id">{tenant.id}</code>,
            <CopyButton key="copy" value={tenant.id} label={t('drawer.copyId')} />,
          ],
          [t('drawer.people'), can('vendor.read.users') && <People key="people" tenant={tenant} />],
          [t('columns.website'), tenant.website ?? none],
          [t('drawer.alias'), tenant.alias ?? none],
          [t('drawer.parent'), parent ? <ParentTenant key="parent" id={parent} /> : none],
          [t('drawer.creator'), tenant.creatorEmail ?? none],
          [
            t('retention.kept'),
            tenant.auditRetentionDays
              ? t('retention.keptDays', { count: tenant.auditRetentionDays })
              : t('retention.keptAll'),
          ],
          [t('columns.createdAt'), <RelativeTime key="created" value={tenant.createdAt} />],
        ]}
      />
      <Actions actions={actionsFor(tenant)} />
      {can('vendor.read.entitlements') && <TenantPlans tenant={tenant} />}
      {can('vendor.read.licenses') && <TenantLicenses tenant={tenant} />}
      {can('vendor.see.bills') && <TenantBills tenant={tenant} />}
      <TenantConnections tenant={tenant} />
      {can('vendor.read.applications') && <TenantApplications tenant={tenant} />}
      <SubTenants tenant={tenant} />
      <TenantMetadata tenant={tenant} />
      {dialog}
    </Stack>
  )
}

function ParentTenant({ id }: { readonly id: string }) {
  const { data: names } = useQuery(tenantNamesQuery(useApi(), [id]))
  return (
    <Link to="/tenants/$id" params={{ id }}>
      {names?.get(id) ?? id}
    </Link>
  )
}

function People({ tenant }: { readonly tenant: Tenant }) {
  const t = useT()
  const { data: count } = useQuery(userCountQuery(useApi(), tenant.id))
  if (count === undefined) return null
  return (
    <Link to="/people" search={{ tenant: tenant.id }}>
      {t('drawer.peopleCount', { count })}
    </Link>
  )
}
