import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, RowMenu } from '@gatehouse/ui'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { AppDialog } from './app-dialog'
import { type MobileApp, type MobileApps, removeApp, withoutApp } from './mobile.queries'
import { useT } from './mobile.texts'

interface AppListProps {
  readonly apps: MobileApps
  readonly action: ReactNode
}

export function AppList({ apps, action }: AppListProps) {
  const t = useT()
  const remove = useAction(removeApp)
  const [open, setOpen] = useState<{ readonly dialog: 'edit' | 'remove'; readonly name: string }>()
  const close = () => setOpen(undefined)
  const entries = Object.entries(apps)
  const edited = open?.dialog === 'edit' ? apps[open.name] : undefined
  return (
    <Card component="section" aria-labelledby="mobile-apps">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3" id="mobile-apps">
          {t('title')}
        </Title>
        {action}
      </Group>
      {entries.length === 0 && <Text c="dimmed">{t('none')}</Text>}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {entries.map(([name, app]) => (
          <Row
            key={name}
            name={name}
            app={app}
            onEdit={() => setOpen({ dialog: 'edit', name })}
            onRemove={() => setOpen({ dialog: 'remove', name })}
          />
        ))}
      </Stack>
      {open && edited && <AppDialog known={{ name: open.name, app: edited }} onClose={close} />}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => remove.run(withoutApp(open.name))}
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
  readonly app: MobileApp
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function Row({ name, app, onEdit, onRemove }: RowProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const count = app.fingerprints?.length ?? 0
  const removal = { label: t('remove'), icon: IconTrash, onClick: onRemove, danger: true }
  const edit = { label: t('edit'), icon: IconEdit, onClick: onEdit }
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        <Text c="dimmed" size="sm">
          {t(`platform.${app.platform}`)}
          {count > 0 && `, ${t('prints', { count })}`}
        </Text>
      </div>
      {canChange && (
        <RowMenu label={t('actions', { name })} actions={app.platform === 'android' ? [edit, removal] : [removal]} />
      )}
    </Group>
  )
}
