import { usePermissions } from '@gatehouse/admin-portal/kit'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { TenantDialog } from './tenant-dialog'
import { useT } from './tenants.texts'

/** Hidden without the permission. */
export function CreateTenant() {
  const t = useT()
  const can = usePermissions()
  const [creating, setCreating] = useState(false)
  if (!can('vendor.write.tenants')) return null
  return (
    <>
      <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
        {t('create.button')}
      </Button>
      {creating && <TenantDialog onClose={() => setCreating(false)} />}
    </>
  )
}
