import { Paper, Text, Title } from '@mantine/core'
import { useId } from 'react'

interface EmptyChartProps {
  readonly title: string
  readonly children: string
}

/** Replaces a chart that would contain only zeros. */
export function EmptyChart({ title, children }: EmptyChartProps) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="lg" radius="md" aria-labelledby={id}>
      <Title order={2} size="h3" id={id} mb="xs">
        {title}
      </Title>
      <Text>{children}</Text>
    </Paper>
  )
}
