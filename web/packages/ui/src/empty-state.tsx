import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawings'
import classes from './states.module.css'

export interface EmptyStateProps {
  /** What does not exist yet: "No webhooks yet". */
  title: string
  /** What it is for, in one sentence. */
  children?: ReactNode
  /** The button that creates the first one. */
  action?: ReactNode
  drawing?: DrawingName
}

export function EmptyState({ title, children, action, drawing = 'list' }: EmptyStateProps) {
  return (
    <Stack className={classes.state} align="center" gap={4}>
      <span className={classes.drawing}>
        <Drawing name={drawing} />
      </span>
      <Text fw={600} size="md" className={classes.title}>
        {title}
      </Text>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  )
}
