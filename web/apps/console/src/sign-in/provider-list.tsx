import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, RowMenu, StatusBadge } from '@gatehouse/ui'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { changeSettings } from '../shared/settings.queries'
import { ProviderDialog } from './provider-dialog'
import type { ProviderRow } from './providers'
import { t, useT } from './sign-in.texts'

const removeProvider = changeSettings(({ name = '' }) => t('social.deleted', { name }))

interface ProviderListProps {
  readonly title: string
  readonly rows: readonly ProviderRow[]
  readonly action?: ReactNode
  /** Text for an empty list. */
  readonly empty?: string
}

export function ProviderList({ title, rows, action, empty }: ProviderListProps) {
  const t = useT()
  const id = useId()
  const remove = useAction(removeProvider)
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete'; row: ProviderRow }>()
  const close = () => setOpen(undefined)
  return (
    <Card component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {rows.length === 0 && <Text c="dimmed">{empty}</Text>}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            onEdit={() => setOpen({ dialog: 'edit', row })}
            onDelete={() => setOpen({ dialog: 'delete', row })}
          />
        ))}
      </Stack>
      {open?.dialog === 'edit' && <ProviderDialog row={open.row} onClose={close} />}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => remove.run({ table: open.row.table, remove: [open.row.key], name: open.row.name })}
          title={t('social.question', { name: open.row.name })}
          verb={t('social.verb', { name: open.row.name })}
          typeToConfirm={open.row.name}
        >
          {t('social.warning')}
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface RowProps {
  readonly row: ProviderRow
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function Row({ row: { name, provider }, onEdit, onDelete }: RowProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const isOn = provider?.active ?? true
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Group gap="sm" flex={1} miw={0}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {provider ? (
          <StatusBadge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'social.on' : 'social.off')}</StatusBadge>
        ) : (
          <Text c="dimmed">{t('social.none')}</Text>
        )}
      </Group>
      {canChange &&
        (provider ? (
          <RowMenu
            label={t('social.actions', { name })}
            actions={[
              { label: t('social.edit'), onClick: onEdit },
              { label: t('social.delete'), onClick: onDelete, danger: true },
            ]}
          />
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            flex="none"
            aria-label={t('social.setUpOf', { name })}
            onClick={onEdit}
          >
            {t('social.setUp')}
          </Button>
        ))}
    </Group>
  )
}
