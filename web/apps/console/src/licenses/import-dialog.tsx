import { useAction } from '@gatehouse/admin-portal/kit'
import { FormDialog, InlineAlert } from '@gatehouse/ui'
import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { readText } from '../shared/read-text'
import type { LicenseReport } from '../wire'
import { ImportReport } from './import-report'
import { checkFile, importFile } from './licenses.actions'
import { useT } from './licenses.texts'

/** Limit of the server, in characters. A character has at most four bytes. */
const LONGEST = 400_000
/** Characters that appear only in binary files or in other encodings. */
const NO_TEXT = /[\0\uFFFD]/

interface ImportFile {
  readonly name: string
  readonly csv: string
  readonly wrong?: 'tooLong' | 'noText' | 'empty' | 'unread'
}

async function readImportFile(file: File): Promise<ImportFile> {
  const { name, size } = file
  // Does not read a huge file, which would block the page.
  if (size > LONGEST * 4) return { name, csv: '', wrong: 'tooLong' }
  try {
    const csv = await readText(file)
    if (csv.trim() === '') return { name, csv, wrong: 'empty' }
    if (NO_TEXT.test(csv)) return { name, csv, wrong: 'noText' }
    return csv.length > LONGEST ? { name, csv, wrong: 'tooLong' } : { name, csv }
  } catch {
    return { name, csv: '', wrong: 'unread' }
  }
}

/** Imports licenses from a CSV file: checks each line first, then issues the licenses. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const [check, issue] = [useAction(checkFile), useAction(importFile)]
  const [chosen, setChosen] = useState<ImportFile>()
  const [report, setReport] = useState<LicenseReport>()
  const isDone = report?.dryRun === false
  const reset = useRef<() => void>(null)

  async function take(file: File | null) {
    if (!file) return
    setReport(undefined)
    setChosen(await readImportFile(file))
    // Browsers report a file with the same name again only if the input was reset.
    reset.current?.()
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
      submitDisabled={!chosen || chosen.wrong !== undefined || report?.made.length === 0}
      dirty={chosen !== undefined && !isDone}
      done={isDone}
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
          <FileButton resetRef={reset} accept=".csv,text/csv" onChange={(file) => void take(file)}>
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
      {chosen?.wrong && <InlineAlert tone="danger">{t(`import.${chosen.wrong}`)}</InlineAlert>}
      {report && <ImportReport report={report} />}
    </FormDialog>
  )
}
