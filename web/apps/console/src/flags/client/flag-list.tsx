import { InstantToggle, useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, RowMenu } from '@gatehouse/ui'
import { Card, Group, Stack, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { type ClientFlags, KNOWN, removeFlag, rowsOf, switchFlag, withoutFlag } from './client-flags.queries'
import { useT } from './client-flags.texts'

interface FlagListProps {
  readonly flags: ClientFlags
  readonly action: ReactNode
}

/** Each is switched where it stands. */
export function FlagList({ flags, action }: FlagListProps) {
  const t = useT()
  const remove = useAction(removeFlag)
  const [removing, setRemoving] = useState<string>()
  return (
    <Card component="section" aria-labelledby="client-flags">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3" id="client-flags">
          {t('list')}
        </Title>
        {action}
      </Group>
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {rowsOf(flags).map(([name, on]) => (
          <Row key={name} name={name} on={on} isSet={name in flags} onRemove={() => setRemoving(name)} />
        ))}
      </Stack>
      {removing !== undefined && (
        <ConfirmDialog
          opened
          onClose={() => setRemoving(undefined)}
          onConfirm={() => remove.run(withoutFlag(removing))}
          title={t('question', { name: removing })}
          verb={t('verb', { name: removing })}
        >
          {t('warning')}
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface RowProps {
  readonly name: string
  readonly on: boolean
  readonly isSet: boolean
  readonly onRemove: () => void
}

function Row({ name, on, isSet, onRemove }: RowProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const known = KNOWN.find((one) => one === name)
  const action = useMemo(() => switchFlag(name), [name])
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <InstantToggle
        label={name}
        {...(known && { help: t(`known.${known}`) })}
        checked={on}
        action={action}
        done={(next) => t(next ? 'on' : 'off', { name })}
        disabled={!canChange}
      />
      {canChange && isSet && (
        <RowMenu
          label={t('actions', { name })}
          actions={[{ label: t('remove'), icon: IconTrash, onClick: onRemove, danger: true }]}
        />
      )}
    </Group>
  )
}
