import { failureOf } from '@gatehouse/admin-portal/kit'
import { errorText, InlineAlert, type RowAction, RowMenu } from '@gatehouse/ui'
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useT } from './tenants.texts'

interface PartProps<Data> {
  readonly title: string
  /** Explanation, if the title needs one. */
  readonly about?: string
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'fetchStatus'>
  readonly none: string
  readonly rowsOf: (data: Data) => readonly ReactNode[]
  readonly add?: { readonly label: string; readonly onClick: () => void } | false
}

/** A part of a tenant's details. It loads separately, so that a failure affects only this part. */
export function DetailsPart<Data>({ title, about, query, none, rowsOf, add }: PartProps<Data>) {
  const t = useT()
  const id = useId()
  const [{ data }, failure] = [query, failureOf(query)]
  const rows = data === undefined ? [] : rowsOf(data)
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <Group justify="space-between">
        <Title order={3} size="h3" id={id}>
          {title}
        </Title>
        {add && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add.onClick}
          >
            {add.label}
          </Button>
        )}
      </Group>
      {about && <Text c="dimmed">{about}</Text>}
      {failure && <InlineAlert tone="danger">{t('parts.failed', { reason: errorText(failure) })}</InlineAlert>}
      {data === undefined && !failure && <Skeleton height={20} width="60%" />}
      {data !== undefined && rows.length === 0 && <Text c="dimmed">{none}</Text>}
      {rows}
    </Stack>
  )
}

interface PartRowProps {
  readonly name: ReactNode
  readonly about?: ReactNode
  readonly menu?: { readonly label: string; readonly actions: readonly RowAction[] } | false
}

export function PartRow({ name, about, menu }: PartRowProps) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text span style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Text span c="dimmed" size="sm" ta="end" style={{ overflowWrap: 'anywhere' }}>
          {about}
        </Text>
        {menu && <RowMenu label={menu.label} actions={menu.actions} />}
      </Group>
    </Group>
  )
}
