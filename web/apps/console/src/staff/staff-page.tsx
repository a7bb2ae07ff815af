import { usePermissions } from '@gatehouse/admin-portal/kit'
import { PageHeader } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { AddDialog } from './add-dialog'
import { useT } from './staff.texts'
import { StaffTable } from './staff-table'

export function StaffPage() {
  const t = useT()
  const can = usePermissions()
  const [adding, setAdding] = useState(false)
  const add = can('vendor.write.staff') && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setAdding(true)}>
      {t('add.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={add} />
      <StaffTable add={add} />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  )
}
