import { useApi, useTenants } from '@gatehouse/react'
import { EmptyState, ErrorState, PageHeader, saveFile } from '@gatehouse/ui'
import { Button, Card, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useStaleWhileError } from '../shared/freshness'
import { countOf, FIGURES, figuresOf } from './figures'
import classes from './usage.module.css'
import { usageQuery } from './usage.queries'
import { useT } from './usage.texts'
import { UsageChart } from './usage-chart'
import { usageCsv } from './usage-csv'

export function UsagePage() {
  const t = useT()
  const { activeTenant } = useTenants()
  const query = useQuery(usageQuery(useApi()))
  const { data, error } = useStaleWhileError(query)
  const months = data?.months ?? []
  const isEmpty = months.every((month) => FIGURES.every((figure) => countOf(month, figure) === 0))
  const download = data && !isEmpty && (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
      onClick={() => saveFile(t('fileName'), usageCsv(months), 'text/csv')}
    >
      {t('download')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose', { name: activeTenant?.name ?? '' })} action={download} />
      {error && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {data && isEmpty && <EmptyState title={t('empty.title')}>{t('empty.help')}</EmptyState>}
      {!error && !(data && isEmpty) && (
        <div className={classes.charts} aria-busy={!data}>
          {data
            ? figuresOf(months).map((figure) => <UsageChart key={figure} figure={figure} months={months} />)
            : FIGURES.map((figure) => (
                <Card key={figure} aria-hidden>
                  <Skeleton height={220} />
                </Card>
              ))}
        </div>
      )}
    </>
  )
}
