import { failureOf, useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, i18n } from '@gatehouse/ui'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Tenant } from '../wire'
import { deletionConsequencesQuery } from './deleted.queries'
import { useT as useDeletedTexts } from './deleted.texts'
import { deleteTenant, exportTenant } from './tenants.actions'
import { useT } from './tenants.texts'

interface DeleteDialogProps {
  readonly tenant: Tenant
  readonly onClose: () => void
  readonly onDeleted: (() => void) | undefined
}

/** Says until when the tenant can be restored, and offers an export first. */
export function DeleteDialog({ tenant, onClose, onDeleted }: DeleteDialogProps) {
  const t = useT()
  const can = usePermissions()
  const [remove, save] = [useAction(deleteTenant), useAction(exportTenant)]
  const { name } = tenant

  async function confirm() {
    await remove.run(tenant)
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t('delete.title', { name })}
      verb={t('delete.verb', { name })}
      typeToConfirm={name}
    >
      <Stack gap="sm" align="flex-start">
        <Consequences tenant={tenant} />
        {can('vendor.read.users') && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            loading={save.isRunning}
            onClick={() => save.start(tenant)}
          >
            {t('delete.export')}
          </Button>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

function Consequences({ tenant }: { readonly tenant: Tenant }) {
  const t = useDeletedTexts()
  const consequences = useQuery(deletionConsequencesQuery(useApi(), tenant.id))
  const { name } = tenant
  if (consequences.isPending && !failureOf(consequences))
    return <Skeleton height={96} role="status" aria-label={t('outlook.loading')} />
  const { graceDays: days, eraseAt, accountsBelow: count } = consequences.data ?? {}
  return (
    <>
      <Text>{count ? t('outlook.nowWithBelow', { name, count }) : t('outlook.now', { name })}</Text>
      <Text>
        {eraseAt === undefined
          ? t('outlook.unknown')
          : days === 0
            ? t('outlook.atOnce')
            : t('outlook.until', { day: dayOf(eraseAt) })}
      </Text>
      <Text c="dimmed" size="sm">
        {t('outlook.licenses')}
      </Text>
    </>
  )
}

const dayOf = (time: string) => new Date(time).toLocaleDateString(i18n.language, { dateStyle: 'long' })
