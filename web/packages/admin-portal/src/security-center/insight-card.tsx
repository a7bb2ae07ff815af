import { useApi } from '@gatehouse/react'
import { ErrorState, i18n } from '@gatehouse/ui'
import { Card, Skeleton, Title, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useStaleWhileError } from '../shared/freshness'
import type { Insight } from '../wire'
import classes from './security-center.module.css'
import { insightsQuery } from './security-center.queries'
import { useT } from './security-center.texts'
import { useCount } from './use-words'

const GOOD: ReadonlySet<Insight['code']> = new Set([
  'MFA_FORCED',
  'PARTIALLY_FORCED_MFA',
  'FULL_MFA_USAGE',
  'FULL_PASSWORD_SETTINGS',
  'FULL_SESSION_SETTINGS',
  'IP_ALLOWLIST',
  'DOMAIN_ALLOWLIST',
])

/** What is true at the moment, category by category. */
export function InsightCard() {
  const t = useT()
  const id = useId()
  const query = useQuery(insightsQuery(useApi()))
  const { data, error } = useStaleWhileError(query)
  const items = data?.insights.items ?? []
  const stale = items.find(({ metadata }) => metadata.inactivity)?.metadata.inactivity?.staleUsersCount ?? 0
  return (
    <Card component="section" aria-labelledby={id} aria-busy={data === undefined && !error} className={classes.aside}>
      <Title order={2} size="h3" id={id}>
        {t('insights.title')}
      </Title>
      {error && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Skeleton height={180} mt="md" />}
      {data && (
        <ul className={classes.insights}>
          {items.map((item) => (
            <Line key={item.code} isGood={GOOD.has(item.code)}>
              <InsightText item={item} />
            </Line>
          ))}
          {stale > 0 && <Line isGood={false}>{t('insights.stale', { count: stale })}</Line>}
        </ul>
      )}
    </Card>
  )
}

function Line({ isGood, children }: { isGood: boolean; children: React.ReactNode }) {
  const t = useT()
  const Icon = isGood ? IconCircleCheck : IconAlertTriangle
  return (
    <li data-good={isGood}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        <VisuallyHidden>{t(isGood ? 'insights.good' : 'insights.open')} </VisuallyHidden>
        {children}
      </span>
    </li>
  )
}

function InsightText({ item: { code, metadata } }: { item: Insight }) {
  const t = useT()
  const number = useCount()
  if (code === 'BREACHED_PASSWORD_USERS_EXIST') {
    return t(`insights.${code}`, { count: metadata.password?.breachedPasswordUsersCount ?? 0 })
  }
  return t(`insights.${code}`, {
    enrolled: number(metadata.mfa?.enrolledUsersCount ?? 0),
    total: (metadata.totalUsers ?? 0).toLocaleString(i18n.language),
    settings: metadata.sessions?.configuredSessionSettings ?? 0,
  })
}
