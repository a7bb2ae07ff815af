import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './endpoint.module.css'

/** The calls of an endpoint, each in a row of its own. */
export function CallLog<Row extends { readonly id: string }>({
  rows,
  children,
}: {
  readonly rows: readonly Row[]
  readonly children: (row: Row) => ReactNode
}) {
  return (
    <ul className={classes.log}>
      {rows.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  )
}

interface CallHeadProps {
  readonly event: string
  readonly badge: ReactNode
  /** When it was, and what came of it. */
  readonly children: ReactNode
}

export function CallHead({ event, badge, children }: CallHeadProps) {
  return (
    <>
      <div className={classes.head}>
        <span className={classes.event}>{event}</span>
        {badge}
      </div>
      <Group gap="xs" className={classes.quiet}>
        {children}
      </Group>
    </>
  )
}

/** What was sent, or came back: indented where it is JSON. */
export function CallBody({ label, text }: { readonly label?: string; readonly text: string }) {
  return (
    <>
      {label && <strong>{label}</strong>}
      <pre className={classes.body}>{indentJson(text)}</pre>
    </>
  )
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
