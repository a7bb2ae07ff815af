import { Card, Title } from '@mantine/core'
import { useId } from 'react'
import type { Recommendation } from '../wire'
import classes from './security-center.module.css'
import { useT } from './security-center.texts'

interface ScoreCardProps {
  readonly score: number
  readonly items: readonly Recommendation[]
}

/** The number, what would raise it most, and on demand how it is made. */
export function ScoreCard({ score, items }: ScoreCardProps) {
  const t = useT()
  const id = useId()
  const best = items.toSorted((one, other) => other.points - one.points)[0]
  return (
    <Card component="section" aria-labelledby={id}>
      <div className={classes.score}>
        <div>
          <Title order={2} size="h3" id={id}>
            {t('score.title')}
          </Title>
          <p className={classes.finding}>
            {best ? t('score.next', { title: t(`codes.${best.code}.title`), points: best.points }) : t('score.full')}
          </p>
        </div>
        <span className={classes.number}>{t('score.of', { score })}</span>
      </div>
      <svg className={classes.meter} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden focusable="false">
        <rect className={classes.remainder} width={100} height={8} />
        <rect className={classes.filled} width={score} height={8} />
      </svg>
      <details className={classes.instructions}>
        <summary>{t('score.how')}</summary>
        <p>{t('score.rule')}</p>
      </details>
    </Card>
  )
}
