import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconArrowBackUp, IconDownload, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { DeletedTenant } from '../wire'
import { eraseTenant, restoreTenant } from './deleted.actions'
import { useT } from './deleted.texts'
import { exportTenant } from './tenants.actions'

/** Actions for a deleted tenant. A tenant that is being erased has none. */
export function useDeletedTenantActions(): {
  readonly actionsFor: (tenant: DeletedTenant) => RowAction[]
  /** Render this in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const [restore, save] = [useAction(restoreTenant), useAction(exportTenant)]
  const [erasing, setErasing] = useState<DeletedTenant>()

  function actionsFor(tenant: DeletedTenant): RowAction[] {
    if (tenant.isBeingErased) return []
    const offers: (RowAction & { offered: boolean })[] = [
      {
        offered: can('vendor.write.tenants'),
        label: t('restore.action'),
        icon: IconArrowBackUp,
        onClick: () => restore.start(tenant),
      },
      {
        offered: can('vendor.read.users'),
        label: t('export'),
        icon: IconDownload,
        onClick: () => save.start(tenant),
      },
      {
        offered: can('vendor.write.tenants'),
        label: t('erase.action'),
        icon: IconTrash,
        onClick: () => setErasing(tenant),
        danger: true,
      },
    ]
    return offers.filter(({ offered }) => offered)
  }

  return {
    actionsFor,
    dialog: erasing && <EraseDialog tenant={erasing} onClose={() => setErasing(undefined)} />,
  }
}

interface EraseDialogProps {
  readonly tenant: DeletedTenant
  readonly onClose: () => void
}

function EraseDialog({ tenant, onClose }: EraseDialogProps) {
  const t = useT()
  const erase = useAction(eraseTenant)
  const { name, accountsBelow: count } = tenant
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => erase.run(tenant)}
      title={t('erase.title', { name })}
      verb={t('erase.verb', { name })}
      typeToConfirm={name}
    >
      {count > 0 ? t('erase.textWithBelow', { name, count }) : t('erase.text', { name })}
    </ConfirmDialog>
  )
}
