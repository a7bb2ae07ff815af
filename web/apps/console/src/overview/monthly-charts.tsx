import { exactTime, failureOf, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { BarChart, ErrorState, formatMoney, InlineAlert, i18n, Loading } from '@gatehouse/ui'
import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSellsLicenses } from '../shared/sells-licenses'
import type { Revenue, RunningLicenses } from '../wire'
import { EmptyChart } from './empty-chart'
import { monthName } from './month'
import { licensesOverTimeQuery, revenueQuery } from './overview.queries'
import { useT } from './overview.texts'

/**
 * Active licenses and recurring revenue per month. Each chart loads separately, so that a slow or failed one does not
 * hide the other.
 */
export function MonthlyCharts() {
  const canRead = usePermissions()('vendor.read.licenses')
  if (!canRead) return null
  return (
    <>
      <Licenses />
      <RevenueOverTime />
    </>
  )
}

function Licenses() {
  const t = useT()
  const licenses = useQuery(licensesOverTimeQuery(useApi()))
  const [{ data, refetch }, failure] = [licenses, failureOf(licenses)]
  if (data) return <LicensesChart months={data.months} />
  return failure ? (
    <ErrorState title={t('missing.licenses')} error={failure} onRetry={() => void refetch()} />
  ) : (
    <Loading />
  )
}

function LicensesChart({ months }: { readonly months: readonly RunningLicenses[] }) {
  const t = useT()
  const isAny = months.some((one) => countActive(one) + one.began + one.ended > 0)
  if (!isAny) return <EmptyChart title={t('running.title')}>{t('running.none')}</EmptyChart>
  const now = months.at(-1)
  const [count, began, ended] = [now ? countActive(now) : 0, now?.began ?? 0, now?.ended ?? 0]
  return (
    <BarChart
      title={t('running.title')}
      finding={t('running.finding', { count, began, ended })}
      bars={months.map((one) => ({
        label: monthName(one.month, 'short'),
        value: countActive(one),
        cells: [one.paid, one.trials, one.issued, one.began, one.ended].map(formatNumber),
      }))}
      columns={[
        t('month'),
        t('running.column'),
        t('running.paid'),
        t('running.trials'),
        t('running.issued'),
        t('running.began'),
        t('running.ended'),
      ]}
    />
  )
}

function RevenueOverTime() {
  const t = useT()
  const sellsLicenses = useSellsLicenses()
  const revenue = useQuery(revenueQuery(useApi()))
  const [{ data, refetch }, failure] = [revenue, failureOf(revenue)]
  return (
    <Paper component="section" withBorder p="lg" radius="md" aria-labelledby="overview-revenue">
      <Title order={2} size="h3" id="overview-revenue">
        {t('revenue.title')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('revenue.meaning')}
      </Text>
      {!data ? (
        failure ? (
          <ErrorState error={failure} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )
      ) : data.currencies.length === 0 ? (
        <Text>{t(sellsLicenses ? 'revenue.none' : 'revenue.noProvider')}</Text>
      ) : (
        <Stack gap="md">
          {data.completeSince && <InlineAlert>{t('revenue.cut', { when: exactTime(data.completeSince) })}</InlineAlert>}
          <SimpleGrid cols={{ base: 1, md: data.currencies.length > 1 ? 2 : 1 }} spacing="xl">
            {data.currencies.map((one) => (
              <RevenueChart key={one.currency} revenue={one} />
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </Paper>
  )
}

function RevenueChart({ revenue: { currency, months } }: { readonly revenue: Revenue }) {
  const t = useT()
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <BarChart
      title={t('revenue.chart', { currency })}
      finding={t('revenue.finding', { amount: money(months.at(-1)?.recurring ?? 0) })}
      bars={months.map(({ month, recurring, paid, payments }) => ({
        label: monthName(month, 'short'),
        value: recurring,
        formatted: money(recurring),
        cells: [money(paid), formatNumber(payments)],
      }))}
      columns={[t('month'), t('revenue.column'), t('revenue.paid'), t('revenue.payments')]}
    />
  )
}

const countActive = ({ paid, trials, issued }: RunningLicenses) => paid + trials + issued
const formatNumber = (value: number) => value.toLocaleString(i18n.language)
