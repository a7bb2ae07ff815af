import type { ReactNode } from 'react'
import type { Bar } from './bar'
import { ChartTable } from './chart-table'
import classes from './charts.module.css'
import { useT } from './charts.texts'

interface Props {
  /** The topic of the chart: "Active users per day". */
  readonly title: string
  /** A sentence that summarizes the chart. */
  readonly finding: ReactNode
  readonly bars: readonly Bar[]
  /** A horizontal line, such as a quota. */
  readonly limit?: { readonly value: number; readonly label: string } | undefined
  /** Column headings of the table: labels, values and further cells. */
  readonly columns: readonly string[]
}

const WIDTH = 300
const HEIGHT = 80

/** A bar for each time step. Its labels are outside the drawing, so that it scales to any width. */
export function BarChart({ title, finding, bars, limit, columns }: Props) {
  const t = useT()
  const most = Math.max(1, limit?.value ?? 0, ...bars.map((bar) => bar.value))
  const step = WIDTH / Math.max(1, bars.length)
  const top = (value: number) => HEIGHT - (value / most) * HEIGHT
  return (
    <figure className={classes.chart}>
      <figcaption>
        <span className={classes.title}>{title}</span>
        <span className={classes.finding}>{finding}</span>
      </figcaption>
      <div className={classes.plot} aria-hidden>
        {limit && (
          <span className={classes.limitText} style={{ top: `${(top(limit.value) / HEIGHT) * 100}%` }}>
            {limit.label}
          </span>
        )}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" focusable="false">
          <title>{title}</title>
          {bars.map(({ label, value, formatted }, place) => (
            <rect
              key={label}
              className={value === 0 ? classes.none : classes.bar}
              x={place * step + step * 0.15}
              width={step * 0.7}
              y={value === 0 ? HEIGHT - 1 : top(value)}
              height={value === 0 ? 1 : HEIGHT - top(value)}
            >
              <title>{`${label}: ${formatted ?? value}`}</title>
            </rect>
          ))}
          {limit && <line className={classes.limit} x1={0} x2={WIDTH} y1={top(limit.value)} y2={top(limit.value)} />}
        </svg>
        <div className={classes.ends}>
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </div>
      </div>
      <ChartTable label={t('asTable')} caption={title} columns={columns} rows={bars} />
    </figure>
  )
}
