import { usePermissions } from '@gatehouse/admin-portal/kit'
import { PageHeader } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useFreshDialog } from '../shared/fresh-dialog'
import { AddDialog, type NewStaff } from './add-dialog'
import { useT } from './staff.texts'
import { StaffTable } from './staff-table'

export function StaffPage() {
  const t = useT()
  const can = usePermissions()
  const { opened, open, close, run, question } = useFreshDialog<'new', NewStaff>('staff-add')
  const add = can('vendor.write.staff') && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => open('new')}>
      {t('add.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={add} />
      <StaffTable add={add} />
      {opened && <AddDialog typed={opened.typed} run={run} onClose={close} />}
      {question}
    </>
  )
}
