import { useApi, useTenants } from '@gatehouse/react'
import { ErrorState, PageHeader } from '@gatehouse/ui'
import { Card, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useStaleWhileError } from '../shared/freshness'
import { ReportCard } from './report-card'
import { reportsQuery } from './reports.queries'
import { useT } from './reports.texts'

export function ReportsPage() {
  const t = useT()
  const { activeTenant } = useTenants()
  const query = useQuery(reportsQuery(useApi()))
  const { data, error } = useStaleWhileError(query)
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose', { name: activeTenant?.name ?? '' })} />
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : (
        <Stack gap="lg" maw={720} aria-busy={!data}>
          {data?.map((report) => <ReportCard key={report.id} report={report} />) ?? <Outline />}
        </Stack>
      )}
    </>
  )
}

const Outline = () =>
  [1, 2].map((card) => (
    <Card key={card} aria-hidden>
      <Skeleton h={20} w="30%" mb={12} />
      <Skeleton h={12} w="70%" mb={20} />
      <Skeleton h={36} w="50%" />
    </Card>
  ))
