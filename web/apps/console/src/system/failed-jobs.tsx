import { exactTime, useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, Paging, RowMenu } from '@gatehouse/ui'
import { Table, Text } from '@mantine/core'
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { WideTable } from '../shared/wide-table'
import type { FailedJob } from '../wire'
import { Card } from './card'
import { dropJob, JOBS_OF_PAGE, retryJob } from './system.queries'
import { useT } from './system.texts'

interface FailedJobsProps {
  /** Jobs of the current page. */
  readonly jobs: readonly FailedJob[]
  readonly total: number
  readonly page: number
  readonly onPageChange: (page: number) => void
}

/** Failed jobs with their error, and actions to retry or drop them. */
export function FailedJobs({ jobs, total, page, onPageChange }: FailedJobsProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.system')
  const [retry, drop] = [useAction(retryJob), useAction(dropJob)]
  const [asked, setAsked] = useState<FailedJob>()
  // The last job of the last page may have been dropped or retried.
  const lastPage = Math.max(1, Math.ceil(total / JOBS_OF_PAGE))
  useEffect(() => {
    if (page > lastPage) onPageChange(lastPage)
  }, [page, lastPage, onPageChange])
  const menuOf = (job: FailedJob) => (
    <RowMenu
      label={t('failed.actions', { name: job.name, id: String(job.id) })}
      actions={[
        { label: t('failed.retry'), icon: IconPlayerPlay, onClick: () => retry.start(job) },
        { label: t('failed.drop'), icon: IconTrash, onClick: () => setAsked(job), danger: true },
      ]}
    />
  )
  return (
    <Card title={t('failed.title')} help={t('failed.help')}>
      {total === 0 ? (
        <Text>{t('failed.none')}</Text>
      ) : (
        <WideTable minWidth={480}>
          <Table aria-label={t('failed.title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('failed.columns.name')}</Table.Th>
                <Table.Th>{t('failed.columns.failedAt')}</Table.Th>
                <Table.Th>{t('failed.columns.error')}</Table.Th>
                {canChange && <Table.Td />}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {jobs.map((job) => (
                <Table.Tr key={job.id}>
                  <Table.Td>
                    <code>{job.name}</code>
                  </Table.Td>
                  <Table.Td>{exactTime(job.failedAt)}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{reasonOf(job) || t('failed.noReason')}</Table.Td>
                  {canChange && <Table.Td>{menuOf(job)}</Table.Td>}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </WideTable>
      )}
      {total > JOBS_OF_PAGE && (
        <Paging
          state={{ page, pageSize: JOBS_OF_PAGE }}
          onStateChange={(next) => onPageChange(next.page)}
          total={total}
          shown={jobs.length}
          sizes={[JOBS_OF_PAGE]}
        />
      )}
      {asked && (
        <ConfirmDialog
          opened
          onClose={() => setAsked(undefined)}
          onConfirm={() => drop.run(asked)}
          title={t('failed.dropTitle', { name: asked.name })}
          verb={t('failed.dropVerb')}
        >
          {t('failed.dropText')}
        </ConfirmDialog>
      )}
    </Card>
  )
}

const reasonOf = ({ error, message }: FailedJob) => [error, message].filter(Boolean).join(': ')
