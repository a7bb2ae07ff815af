import { usePermissions } from '@gatehouse/admin-portal/kit'
import { PageHeader } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useStepUpDialog } from '../shared/step-up-dialog'
import { AddStaffDialog, type NewStaff } from './add-staff-dialog'
import { useT } from './staff.texts'
import { StaffTable } from './staff-table'

export function StaffPage() {
  const t = useT()
  const can = usePermissions()
  const { opened, open, close, run, question } = useStepUpDialog<'new', NewStaff>('staff-add')
  const add = can('vendor.write.staff') && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => open('new')}>
      {t('add.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={add} />
      <StaffTable add={add} />
      {opened && <AddStaffDialog typed={opened.typed} run={run} onClose={close} />}
      {question}
    </>
  )
}
