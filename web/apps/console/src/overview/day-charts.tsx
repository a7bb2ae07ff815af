import { BarChart, i18n } from '@gatehouse/ui'
import type { OverviewFigures } from '../wire'
import { useT } from './overview.texts'

interface ChartProps {
  readonly days: OverviewFigures['days']
}

export function SignInChart({ days }: ChartProps) {
  const t = useT()
  const count = days.reduce((sum, { signIns }) => sum + signIns, 0)
  return (
    <BarChart
      title={t('signIns.title')}
      finding={t('signIns.finding', { count })}
      bars={days.map(({ day, signIns }) => ({ label: dayName(day), value: signIns }))}
      columns={[t('day'), t('signIns.column')]}
    />
  )
}

export function ActiveChart({ days }: ChartProps) {
  const t = useT()
  const most = Math.max(0, ...days.map(({ people }) => people))
  return (
    <BarChart
      title={t('active.title')}
      finding={t('active.finding', { count: most })}
      bars={days.map(({ day, people }) => ({ label: dayName(day), value: people }))}
      columns={[t('day'), t('active.column')]}
    />
  )
}

/** Days are in UTC, independent of the user's time zone. */
const dayName = (day: string) =>
  new Date(day).toLocaleDateString(i18n.language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
