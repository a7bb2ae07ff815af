import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, RowMenu } from '@gatehouse/ui'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Entries, removeEntry, withoutEntry } from './entries.queries'
import { useT } from './entries.texts'
import { EntryDialog } from './entry-dialog'

const KNOWN = ['adminBox', 'audits', 'saml', 'notifications'] as const

interface EntryListProps {
  readonly entries: Entries
  readonly action: ReactNode
}

export function EntryList({ entries, action }: EntryListProps) {
  const t = useT()
  const remove = useAction(removeEntry)
  const [open, setOpen] = useState<{ readonly dialog: 'edit' | 'remove'; readonly name: string }>()
  const close = () => setOpen(undefined)
  const edited = open?.dialog === 'edit' ? entries[open.name] : undefined
  return (
    <Card component="section" aria-labelledby="portal-entries">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3" id="portal-entries">
          {t('list')}
        </Title>
        {action}
      </Group>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {Object.keys(entries).map((name) => (
          <Row
            key={name}
            name={name}
            onEdit={() => setOpen({ dialog: 'edit', name })}
            onRemove={() => setOpen({ dialog: 'remove', name })}
          />
        ))}
      </Stack>
      {open && edited && <EntryDialog known={{ name: open.name, entry: edited }} onClose={close} />}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => remove.run(withoutEntry(open.name))}
          title={t('question', { name: open.name })}
          verb={t('verb', { name: open.name })}
        >
          {t('warning')}
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface RowProps {
  readonly name: string
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function Row({ name, onEdit, onRemove }: RowProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const known = KNOWN.find((one) => one === name)
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        <Text c="dimmed" size="sm">
          {known ? t(`known.${known}`) : t('other')}
        </Text>
      </div>
      {canChange && (
        <RowMenu
          label={t('actions', { name })}
          actions={[
            { label: t('edit'), icon: IconEdit, onClick: onEdit },
            { label: t('remove'), icon: IconTrash, onClick: onRemove, danger: true },
          ]}
        />
      )}
    </Group>
  )
}
