import { useApi } from '@gatehouse/react'
import { i18n } from '@gatehouse/ui'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import classes from './audits.module.css'
import { statsQuery } from './audits.queries'
import { useT } from './audits.texts'

const NAMES = ['totalToday', 'severeThisWeek'] as const
/** Further than this the server does not count. */
const MOST = 100_000

/** The two figures of the spec (§2). The log itself is there also when they are not. */
export function Figures() {
  const t = useT()
  const { data, error } = useQuery(statsQuery(useApi()))
  if (error) return null
  const number = new Intl.NumberFormat(i18n.language)
  const formatCount = (count: number) =>
    count < MOST ? number.format(count) : t('figures.atLeast', { count: number.format(MOST) })
  return (
    <dl className={classes.figures} aria-label={t('figures.label')} aria-busy={data === undefined}>
      {NAMES.map((name) => (
        <div key={name} className={classes.figure}>
          <dt>{t(`figures.${name}`)}</dt>
          <dd>{data ? formatCount(data[name]) : <Skeleton height={20} width={48} my={4} />}</dd>
        </div>
      ))}
    </dl>
  )
}
