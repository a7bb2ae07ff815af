import { useApi } from '@gatehouse/react'
import { ErrorState, RelativeTime } from '@gatehouse/ui'
import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { deviceOf } from '../shared/device'
import { usePermissions } from '../shared/permissions'
import { Link } from '../shared/router'
import type { Audit, TeamUser } from '../wire'
import classes from './users.module.css'
import { activityQuery } from './users.queries'
import { useT } from './users.texts'

/** The latest activity of a user, for users who may read the audit log. */
export function UserActivity({ user }: { user: TeamUser }) {
  return usePermissions()('fe.secure.read.audits') ? <Activity user={user} /> : null
}

function Activity({ user }: { user: TeamUser }) {
  const t = useT()
  const { data, error, refetch } = useQuery(activityQuery(useApi(), user.id))
  return (
    <section>
      <div className={classes.section}>
        <Title order={3} size="h3">
          {t('activity.title')}
        </Title>
        {data && data.total > data.items.length && (
          <Link to="/audits" search={{ email: user.email }} className={classes.more}>
            {t('activity.all')}
          </Link>
        )}
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <span className={classes.quiet}>{t('activity.none')}</span>
      ) : (
        <ol className={classes.rows} aria-busy={!data}>
          {data?.items.map((audit) => <Event key={audit._id} audit={audit} />) ?? <Skeleton h={96} />}
        </ol>
      )}
    </section>
  )
}

function Event({ audit: { description, action, createdAt, ip, userAgent } }: { audit: Audit }) {
  const t = useT()
  const { browser, system } = deviceOf(userAgent)
  const device = browser && system ? t('activity.device', { browser, system }) : (browser ?? system)
  return (
    <li className={classes.event}>
      <span>{description || action}</span>
      <span className={classes.eventFacts}>
        <RelativeTime value={createdAt} />
        {device && <span>{device}</span>}
        {ip && <span>{ip}</span>}
      </span>
    </li>
  )
}
