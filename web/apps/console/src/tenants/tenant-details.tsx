import { Actions, Facts, Link } from '@gatehouse/admin-portal/kit'
import { CopyButton, RelativeTime } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import type { Tenant } from '../wire'
import { useT } from './tenants.texts'
import { useTenantActions } from './use-tenant-actions'

export function TenantDetails({ tenant, onDeleted }: { tenant: Tenant; onDeleted: () => void }) {
  const t = useT()
  const { actionsFor, dialog } = useTenantActions(onDeleted)
  const none = t('drawer.none')
  const parent = tenant.parentTenantId
  return (
    <Stack gap="xl">
      <Facts
        facts={[
          [
            t('drawer.id'),
            <code key="id">{tenant.id}</code>,
            <CopyButton key="copy" value={tenant.id} label={t('drawer.copyId')} />,
          ],
          [t('columns.website'), tenant.website ?? none],
          [t('drawer.alias'), tenant.alias ?? none],
          [t('drawer.parent'), parent ? <Above key="parent" id={parent} /> : none],
          [t('drawer.creator'), tenant.creatorEmail ?? none],
          [t('columns.createdAt'), <RelativeTime key="created" value={tenant.createdAt} />],
        ]}
      />
      <Actions actions={actionsFor(tenant)} />
      {dialog}
    </Stack>
  )
}

const Above = ({ id }: { readonly id: string }) => <Link to={`/tenants/${id}`}>{id}</Link>
