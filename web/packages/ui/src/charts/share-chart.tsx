import type { ReactNode } from 'react'
import { i18n } from '../i18n'
import type { Bar } from './bar'
import classes from './charts.module.css'

interface Props {
  readonly title: string
  readonly finding: ReactNode
  readonly shares: readonly Bar[]
}

/** Horizontal bars, largest first. Each shows its number, so no table is needed. */
export function ShareChart({ title, finding, shares }: Props) {
  const most = Math.max(1, ...shares.map((share) => share.value))
  return (
    <figure className={classes.chart}>
      <figcaption>
        <span className={classes.title}>{title}</span>
        <span className={classes.finding}>{finding}</span>
      </figcaption>
      <dl className={classes.shares}>
        {shares.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden focusable="false">
                <rect className={classes.bar} width={(value / most) * 100} height={8} />
              </svg>
              <span>{value.toLocaleString(i18n.language)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
