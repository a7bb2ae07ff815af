import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { Role } from '../wire'
import { RoleDialog } from './role-dialog'
import { deleteRole } from './roles.actions'
import { useT } from './roles.texts'

/** What this person may do with a role, for rows and for the details. The vendor's roles are only looked at. */
export function useRoleActions(onDeleted?: () => void): {
  readonly actionsFor: (role: Role) => RowAction[]
  /** Put it in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete'; role: Role }>()

  function actionsFor(role: Role): RowAction[] {
    const isOurs = Boolean(role.tenantId)
    const ask = (dialog: 'edit' | 'delete') => () => setOpen({ dialog, role })
    const actions: RowAction[] = []
    if (isOurs && can('fe.secure.write.updateRole') && can('fe.secure.read.permissions')) {
      actions.push({ label: t('actions.edit'), icon: IconEdit, onClick: ask('edit') })
    }
    if (isOurs && can('fe.secure.delete.role')) {
      actions.push({ label: t('actions.delete'), icon: IconTrash, onClick: ask('delete'), danger: true })
    }
    return actions
  }

  const close = () => setOpen(undefined)
  const dialog =
    open?.dialog === 'edit' ? (
      <RoleDialog role={open.role} onClose={close} />
    ) : (
      open && <DeleteDialog role={open.role} onClose={close} onDeleted={onDeleted} />
    )
  return { actionsFor, dialog }
}

interface DeleteDialogProps {
  role: Role
  onClose: () => void
  onDeleted: (() => void) | undefined
}

function DeleteDialog({ role, onClose, onDeleted }: DeleteDialogProps) {
  const t = useT()
  const remove = useAction(deleteRole)
  const { name } = role

  async function confirm() {
    await remove.run(role)
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
      {t('delete.text')}
    </ConfirmDialog>
  )
}
