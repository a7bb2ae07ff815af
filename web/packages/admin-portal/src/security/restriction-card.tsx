import { Card, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** What is restricted and how; each of its settings is saved as it is switched. */
export function RestrictionCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack gap="md">
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  )
}
