import { StatusBadge } from '@gatehouse/ui'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from './configuration.texts'
import { parseChange } from './problem-paths'

const TONES = { '+': 'success', '-': 'danger', '~': 'info' } as const

interface ChangeListProps {
  readonly lines: readonly string[]
  readonly action: ReactNode
}

/** Changes that the document would make, line by line. */
export function ChangeList({ lines, action }: ChangeListProps) {
  const t = useT()
  return (
    <Card component="section" aria-live="polite">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {lines.length === 0 ? t('same') : t('differences', { count: lines.length })}
        </Title>
        {lines.length > 0 && action}
      </Group>
      {lines.length === 0 && <Text c="dimmed">{t('sameHelp')}</Text>}
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {lines.map((line) => {
          const { kind, text } = parseChange(line)
          return (
            <Group component="li" key={line} gap="sm" wrap="nowrap" align="flex-start">
              <StatusBadge tone={TONES[kind]}>{t(`kind.${kind}`)}</StatusBadge>
              <code style={{ overflowWrap: 'anywhere' }}>{text}</code>
            </Group>
          )
        })}
      </Stack>
    </Card>
  )
}
