import { usePermissions } from '@gatehouse/admin-portal/kit'
import { PageHeader } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { TenantDialog } from './tenant-dialog'
import { useT } from './tenants.texts'
import { TenantsTable } from './tenants-table'

export function TenantsPage() {
  const t = useT()
  const can = usePermissions()
  const [creating, setCreating] = useState(false)
  const create = can('vendor.write.tenants') && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={create} />
      <TenantsTable create={create} />
      {creating && <TenantDialog onClose={() => setCreating(false)} />}
      <Outlet />
    </>
  )
}
