import { BarChart, EmptyState, i18n, ShareChart } from '@gatehouse/ui'
import { Title } from '@mantine/core'
import type { License } from '../billing/licenses.queries'
import { dayLabel, everyDay } from './days'
import classes from './general.module.css'
import { useT } from './general.texts'
import { type Statistics, useStatistics } from './insight.queries'
import { Loaded } from './panel'

/** Is it being used. */
export function UsagePanel({ license }: { readonly license: License }) {
  const t = useT()
  return (
    <section className={classes.panel} aria-label={t('usage.title')}>
      <Title order={2} className={classes.panelTitle}>
        {t('usage.title')}
      </Title>
      <Loaded query={useStatistics(license.fingerprint)} height={220}>
        {(statistics) =>
          statistics.days.length === 0 ? (
            <EmptyState title={t('usage.empty')} drawing="list">
              {t('usage.emptyText')}
            </EmptyState>
          ) : (
            <Charts statistics={statistics} />
          )
        }
      </Loaded>
    </section>
  )
}

function Charts({ statistics }: { readonly statistics: Statistics }) {
  const t = useT()
  const length = useLength()
  const { maxSeats, monthlyActive, dailyActive, sessions, sessionSeconds, versions } = statistics
  const days = everyDay(statistics)
  const first = versions[0]
  return (
    <div className={classes.charts}>
      <BarChart
        title={t('usage.active')}
        finding={t('usage.activeFinding', { count: monthlyActive, today: dailyActive })}
        bars={days.map(({ day, active }) => ({ label: dayLabel(day, i18n.language), value: active }))}
        limit={{ value: maxSeats, label: t('usage.seats', { count: maxSeats }) }}
        columns={[t('usage.day'), t('usage.activeHead')]}
      />
      <BarChart
        title={t('usage.sessions')}
        finding={t('usage.sessionsFinding', {
          count: sessions,
          length: length(sessionSeconds / Math.max(1, sessions)),
        })}
        bars={days.map(({ day, sessions: value }) => ({ label: dayLabel(day, i18n.language), value }))}
        columns={[t('usage.day'), t('usage.sessionsHead')]}
      />
      <ShareChart
        title={t('usage.versions')}
        finding={
          first
            ? t('usage.versionsFinding', { version: first.version, active: first.active, all: monthlyActive })
            : t('usage.noVersions')
        }
        shares={versions.slice(0, 6).map(({ version, active }) => ({ label: version, value: active }))}
      />
    </div>
  )
}

function useLength() {
  const t = useT()
  return (seconds: number) => {
    const minutes = Math.max(1, Math.round(seconds / 60))
    return minutes < 120
      ? t('usage.minutes', { count: minutes })
      : t('usage.hours', { count: Math.round(minutes / 60) })
  }
}
