import { exactTime, failureOf } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ErrorState, InlineAlert, Loading, PageHeader } from '@gatehouse/ui'
import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OverviewFigures } from '../wire'
import { ActiveChart, SignInChart } from './day-charts'
import { EmptyChart } from './empty-chart'
import { Figure } from './figure'
import { FirstSteps } from './first-steps'
import { Incidents } from './incidents'
import { MonthlyCharts } from './monthly-charts'
import { overviewQuery } from './overview.queries'
import { useT } from './overview.texts'
import { PaidTable } from './paid-table'

export function OverviewPage() {
  const t = useT()
  const overview = useQuery(overviewQuery(useApi()))
  const [{ data, refetch }, failure] = [overview, failureOf(overview)]
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <Stack gap="xl">
        {data ? (
          <Figures figures={data} />
        ) : failure ? (
          <ErrorState title={t('missing.figures')} error={failure} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
        <MonthlyCharts />
        {data && <PaidTable paid={data.paid} />}
      </Stack>
    </>
  )
}

function Figures({ figures }: { readonly figures: OverviewFigures }) {
  const t = useT()
  const { tenants, people, licenses, days, completeSince, failing, firstSteps } = figures
  return (
    <>
      <FirstSteps steps={firstSteps} />
      <SimpleGrid component="dl" cols={{ base: 1, sm: 3 }} m={0}>
        <Figure label={t('tenants')} counted={tenants} />
        <Figure label={t('people')} counted={people} />
        <Figure label={t('licenses')} counted={licenses} />
      </SimpleGrid>
      <Incidents failing={failing} />
      {completeSince && <InlineAlert>{t('cut', { when: exactTime(completeSince) })}</InlineAlert>}
      {days.some(({ signIns }) => signIns > 0) ? (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <SignInChart days={days} />
          <ActiveChart days={days} />
        </SimpleGrid>
      ) : (
        <EmptyChart title={t('signIns.title')}>{t('signIns.none')}</EmptyChart>
      )}
    </>
  )
}
