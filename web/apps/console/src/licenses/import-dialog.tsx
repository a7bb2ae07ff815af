import { useAction } from '@gatehouse/admin-portal/kit'
import { FormDialog, InlineAlert } from '@gatehouse/ui'
import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { readText } from '../shared/read-text'
import type { LicenseReport } from '../wire'
import { ImportReport } from './import-report'
import { checkFile, importFile } from './licenses.actions'
import { useT } from './licenses.texts'

/** As much as the server takes. */
const LONGEST = 400_000

interface Chosen {
  readonly name: string
  readonly csv: string
}

/** A file of licenses: checked first, line by line, then issued. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const [check, issue] = [useAction(checkFile), useAction(importFile)]
  const [chosen, setChosen] = useState<Chosen>()
  const [report, setReport] = useState<LicenseReport>()
  const isDone = report?.dryRun === false
  const isTooLong = chosen !== undefined && chosen.csv.length > LONGEST

  async function take(file: File | null) {
    if (!file) return
    setReport(undefined)
    setChosen({ name: file.name, csv: await readText(file) })
  }
  async function submit() {
    if (isDone) return onClose()
    if (chosen) setReport(await (report ? issue : check).run(chosen.csv))
  }
  const label = isDone
    ? t('import.close')
    : report
      ? t('import.submit', { count: report.made.length })
      : t('import.check')
  return (
    <FormDialog
      opened
      onClose={onClose}
      onSubmit={submit}
      title={t('import.title')}
      description={t('import.help')}
      submitLabel={label}
      submitDisabled={!chosen || isTooLong || report?.made.length === 0}
      dirty={chosen !== undefined && !isDone}
      size={600}
    >
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('import.columns', {
          needed: 'tenantId, seats',
          more: 'licenseType, name, until, billingEmail, reference, key',
        })}
      </Text>
      {!isDone && (
        <Group gap="sm">
          <FileButton accept=".csv,text/csv" onChange={(file) => void take(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
                data-autofocus
              >
                {t(chosen ? 'import.another' : 'import.choose')}
              </Button>
            )}
          </FileButton>
          {chosen && <Text style={{ overflowWrap: 'anywhere' }}>{chosen.name}</Text>}
        </Group>
      )}
      {isTooLong && <InlineAlert tone="danger">{t('import.tooLong')}</InlineAlert>}
      {report && <ImportReport report={report} />}
    </FormDialog>
  )
}
