import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconEdit, IconSitemap, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Tenant } from '../wire'
import { MoveDialog } from './move-dialog'
import { TenantDialog } from './tenant-dialog'
import { deleteTenant } from './tenants.actions'
import { useT } from './tenants.texts'

type Dialog = 'edit' | 'move' | 'delete'

/** What this person may do with a tenant, for rows and for the details. */
export function useTenantActions(onDeleted?: () => void): {
  readonly actionsFor: (tenant: Tenant) => RowAction[]
  /** Put it in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const [open, setOpen] = useState<{ dialog: Dialog; tenant: Tenant }>()

  function actionsFor(tenant: Tenant): RowAction[] {
    if (!can('vendor.write.tenants')) return []
    const ask = (dialog: Dialog) => () => setOpen({ dialog, tenant })
    return [
      { label: t('actions.edit'), icon: IconEdit, onClick: ask('edit') },
      { label: t('move.action'), icon: IconSitemap, onClick: ask('move') },
      { label: t('actions.delete'), icon: IconTrash, onClick: ask('delete'), danger: true },
    ]
  }

  const close = () => setOpen(undefined)
  return {
    actionsFor,
    dialog: (
      <>
        {open?.dialog === 'edit' && <TenantDialog tenant={open.tenant} onClose={close} />}
        {open?.dialog === 'move' && <MoveDialog tenant={open.tenant} onClose={close} />}
        {open?.dialog === 'delete' && <DeleteDialog tenant={open.tenant} onClose={close} onDeleted={onDeleted} />}
      </>
    ),
  }
}

interface DeleteDialogProps {
  readonly tenant: Tenant
  readonly onClose: () => void
  readonly onDeleted: (() => void) | undefined
}

function DeleteDialog({ tenant, onClose, onDeleted }: DeleteDialogProps) {
  const t = useT()
  const remove = useAction(deleteTenant)
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
      {t('delete.text', { name })}
    </ConfirmDialog>
  )
}
