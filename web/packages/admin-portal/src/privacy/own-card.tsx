import { ErrorState } from '@gatehouse/ui'
import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ComponentType, type ReactNode, useId } from 'react'
import classes from './sessions.module.css'

interface OwnCardProps {
  readonly title: string
  readonly help: string
  /** Adds one. */
  readonly action?: ReactNode
  readonly error?: unknown
  readonly onRetry: () => void
  /** The rows; undefined while they are on their way. */
  readonly children: ReactNode
}

/** A short list of what belongs to the person: factors, passkeys, numbers. */
export function OwnCard({ title, help, action, error, onRetry, children }: OwnCardProps) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} padding={0}>
      <Group justify="space-between" gap="sm" p="lg" pb="md">
        <div className={classes.purpose}>
          <Title order={2} size="h3" id={id}>
            {title}
          </Title>
          <Text c="dimmed">{help}</Text>
        </div>
        {!error && action}
      </Group>
      {error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <ul className={classes.list} aria-busy={children === undefined}>
          {children ?? <SkeletonRow />}
        </ul>
      )}
    </Card>
  )
}

interface OwnRowProps {
  readonly icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }>
  readonly name: string
  readonly badge?: ReactNode
  readonly facts?: ReactNode
  readonly children?: ReactNode
}

export function OwnRow({ icon: Icon, name, badge, facts, children }: OwnRowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.5} aria-hidden />
      </span>
      <div className={classes.text}>
        <div className={classes.device}>
          {name}
          {badge}
        </div>
        {facts && <div className={classes.facts}>{facts}</div>}
      </div>
      {children && <div className={classes.end}>{children}</div>}
    </li>
  )
}

const SkeletonRow = () => (
  <li className={classes.row} aria-hidden>
    <Skeleton circle h={36} />
    <Stack gap={6} flex={1}>
      <Skeleton h={12} w="40%" />
    </Stack>
  </li>
)
