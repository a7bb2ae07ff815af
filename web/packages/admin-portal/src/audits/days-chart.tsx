import { useApi } from '@gatehouse/react'
import { BarChart, i18n } from '@gatehouse/ui'
import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { daysQuery } from './audits.queries'
import { useT } from './audits.texts'

/** How much happened on each of the last days. The log is there also when this is not. */
export function DaysChart() {
  const t = useT()
  const { data: days = [] } = useQuery(daysQuery(useApi()))
  if (days.length < 2) return null
  const number = new Intl.NumberFormat(i18n.language)
  const most = days.reduce((so, one) => (one.count > so.count ? one : so))
  return (
    <Card mb="lg">
      <BarChart
        title={t('days.title')}
        finding={
          most.count === 0
            ? t('days.nothing')
            : t('days.most', { day: formatDay(most.day), count: number.format(most.count) })
        }
        bars={days.map(({ day, count }) => ({ label: formatDay(day), value: count }))}
        columns={[t('days.day'), t('days.entries')]}
      />
    </Card>
  )
}

/** "Nov 23", of "2026-11-23". */
const formatDay = (day: string) =>
  new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
