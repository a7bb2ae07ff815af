import { Button, Group, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

interface ListHeadingProps {
  readonly title: string
  readonly add: string
  /** Absent for who may not add. */
  readonly onAdd?: (() => void) | undefined
}

export function ListHeading({ title, add, onAdd }: ListHeadingProps) {
  return (
    <Group justify="space-between" gap="sm" mih={36}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {onAdd && (
        <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
          {add}
        </Button>
      )}
    </Group>
  )
}
