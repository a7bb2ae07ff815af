import { BarChart, i18n } from '@gatehouse/ui'
import { Card } from '@mantine/core'
import type { UsageMonth } from '../wire'
import { countOf, type Figure, monthsOf, trendOf } from './figures'
import { monthName } from './month-name'
import { useT } from './usage.texts'

interface UsageChartProps {
  readonly figure: Figure
  readonly months: readonly UsageMonth[]
}

/** One figure, month by month; the last month still runs. */
export function UsageChart({ figure, months }: UsageChartProps) {
  const t = useT()
  const known = monthsOf(months, figure)
  const { kind, month, percent } = trendOf(known, figure)
  const count = (month ? countOf(month, figure) : 0).toLocaleString(i18n.language)
  const bars = known.map((one, place) => {
    const name = monthName(one.month, 'short')
    const isRunning = place === known.length - 1
    return { label: isRunning ? t('running', { month: name }) : name, value: countOf(one, figure) }
  })
  return (
    <Card>
      <BarChart
        title={t(`figures.${figure}.title`)}
        finding={t(`trend.${kind}`, { count, percent, month: month ? monthName(month.month) : '' })}
        bars={bars}
        columns={[t('month'), t(`figures.${figure}.column`)]}
      />
    </Card>
  )
}
