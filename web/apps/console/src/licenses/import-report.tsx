import { InlineAlert } from '@gatehouse/ui'
import { Stack, Table } from '@mantine/core'
import { WideTable } from '../shared/wide-table'
import type { LicenseReport } from '../wire'
import { useT } from './licenses.texts'
import { lineProblemMessage } from './line-problem-message'

/** Result of an import, or of its check: imported lines, and the reason for each rejected line. */
export function ImportReport({ report: { dryRun, made, known, problems } }: { readonly report: LicenseReport }) {
  const t = useT()
  return (
    <Stack gap="sm">
      <InlineAlert tone={problems.length > 0 ? 'warning' : dryRun ? 'info' : 'success'}>
        <div>{t(dryRun ? 'import.wouldBe' : 'import.were', { count: made.length })}</div>
        {known > 0 && <div>{t('import.known', { count: known })}</div>}
        {problems.length > 0 && <div>{t('import.problems', { count: problems.length })}</div>}
      </InlineAlert>
      {problems.length > 0 && (
        <WideTable minWidth={320} maxHeight={280}>
          <Table aria-label={t('import.problemsTitle')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th ta="end">{t('import.line')}</Table.Th>
                <Table.Th>{t('import.problem')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {problems.map(({ line, problem, code }) => (
                <Table.Tr key={`${line} ${problem}`}>
                  <Table.Td ta="end">{line}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{lineProblemMessage(code, problem)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </WideTable>
      )}
    </Stack>
  )
}
