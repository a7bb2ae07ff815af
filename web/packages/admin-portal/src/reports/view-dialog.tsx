import { useApi } from '@gatehouse/react'
import { DialogButtons, ErrorState, useDialog } from '@gatehouse/ui'
import { Button, Modal, Skeleton, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStaleWhileError } from '../shared/freshness'
import type { Report } from '../wire'
import { nameOf } from './kind'
import { PeriodField } from './period-field'
import classes from './reports.module.css'
import { type Period, pageQuery } from './reports.queries'
import { useT } from './reports.texts'
import { savePage } from './save-page'

/** The report as it would be mailed now. Its frame runs nothing and reaches nothing. */
export function ViewDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const t = useT()
  const dialog = useDialog({ opened: true, onClose })
  const [days, setDays] = useState<Period>('7')
  const query = useQuery(pageQuery(useApi(), report.id, days))
  const { data, error } = useStaleWhileError(query)
  const name = nameOf(report)
  return (
    <Modal {...dialog} title={name} size={720}>
      <Stack gap="md">
        <PeriodField value={days} onChange={setDays} />
        {error ? (
          <ErrorState error={error} onRetry={() => void query.refetch()} />
        ) : data === undefined ? (
          <Skeleton className={classes.page} />
        ) : (
          <iframe
            className={classes.page}
            title={t('view.frame', { name, days })}
            sandbox=""
            srcDoc={data}
            aria-busy={query.isPlaceholderData}
          />
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t('view.close')}
          </Button>
          <Button
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            disabled={data === undefined || query.isPlaceholderData}
            onClick={() => savePage(data ?? '', name)}
          >
            {t('view.download')}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
