import { TabbedPage, usePermissions } from '@gatehouse/admin-portal/kit'
import { Button, Group } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { ImportDialog } from './import-dialog'
import { IssueDialog } from './issue-dialog'
import { TABS } from './licenses.tabs'
import { useT } from './licenses.texts'

export function LicensesPage() {
  const t = useT()
  const canWrite = usePermissions()('vendor.write.licenses')
  const [open, setOpen] = useState<'issue' | 'import'>()
  const close = () => setOpen(undefined)
  const actions = canWrite && (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen('import')}
      >
        {t('import.button')}
      </Button>
      <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen('issue')}>
        {t('issue.button')}
      </Button>
    </Group>
  )
  return (
    <>
      <TabbedPage {...TABS} path="licenses" title={t('title')} purpose={t('purpose')} action={actions} />
      {open === 'issue' && <IssueDialog onClose={close} />}
      {open === 'import' && <ImportDialog onClose={close} />}
    </>
  )
}
