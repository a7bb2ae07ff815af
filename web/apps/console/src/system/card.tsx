import { Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface CardProps {
  readonly title: string
  readonly help?: string
  readonly children: ReactNode
}

/** A card of the page. */
export function Card({ title, help, children }: CardProps) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="lg" radius="md" aria-labelledby={id}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h3" id={id}>
            {title}
          </Title>
          {help && (
            <Text c="dimmed" size="sm">
              {help}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
