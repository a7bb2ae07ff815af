import { useApi } from '@gatehouse/react'
import { ErrorState } from '@gatehouse/ui'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useStaleWhileError } from '../shared/freshness'
import { InsightCard } from './insight-card'
import { RecommendationList } from './recommendation-list'
import { ScoreCard } from './score-card'
import classes from './security-center.module.css'
import { recommendationsQuery } from './security-center.queries'
import { useT } from './security-center.texts'

/** The score first, then what to do; what is true stands beside them. */
export function OverviewTab() {
  const t = useT()
  const query = useQuery(recommendationsQuery(useApi()))
  const { data, error } = useStaleWhileError(query)
  if (error) return <ErrorState error={error} onRetry={() => void query.refetch()} />
  return (
    <div className={classes.overview}>
      <div className={classes.main} aria-busy={data === undefined}>
        {data ? (
          <>
            <ScoreCard score={data.scoring.score} items={data.recommendations.items} />
            <RecommendationList items={data.recommendations.items} />
          </>
        ) : (
          <>
            <Skeleton height={148} radius="md" aria-label={t('score.title')} />
            <Skeleton height={320} radius="md" aria-label={t('list.title')} />
          </>
        )}
      </div>
      <InsightCard />
    </div>
  )
}
