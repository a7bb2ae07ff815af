import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Name, value, and perhaps a small action such as copying. Without a value it is left out. */
export type Fact = readonly [name: string, value: ReactNode, action?: ReactNode]

/** What is known about one thing, in a drawer or on a page. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([name, value, action]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>
              <span className={classes.value}>{value}</span>
              {action}
            </dd>
          </div>
        ))}
    </dl>
  )
}
