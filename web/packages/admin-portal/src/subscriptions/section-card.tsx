import { Card, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './subscriptions.module.css'

interface SectionCardProps {
  readonly title: string
  readonly action?: ReactNode
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/** A card with its heading, and at its right what can be done. */
export function SectionCard({ title, action, isBusy = false, children }: SectionCardProps) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} aria-busy={isBusy} className={classes.card}>
      <div className={classes.head}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {action && <div className={classes.actions}>{action}</div>}
      </div>
      {children}
    </Card>
  )
}
