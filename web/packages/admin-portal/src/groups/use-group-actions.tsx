import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { Group } from '../wire'
import { GroupDialog } from './group-dialog'
import { deleteGroup } from './groups.actions'
import { useT } from './groups.texts'

/** What this person may do with a group, for rows and for the details. A directory's groups are only looked at. */
export function useGroupActions(onDeleted?: () => void): {
  readonly actionsFor: (group: Group) => RowAction[]
  /** Put it in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete'; group: Group }>()

  function actionsFor(group: Group): RowAction[] {
    const isOurs = group.managedBy !== 'scim2'
    const ask = (dialog: 'edit' | 'delete') => () => setOpen({ dialog, group })
    const actions: RowAction[] = []
    if (isOurs && can('fe.secure.write.groups')) {
      actions.push({ label: t('actions.edit'), icon: IconEdit, onClick: ask('edit') })
    }
    if (isOurs && can('fe.secure.delete.groups')) {
      actions.push({ label: t('actions.delete'), icon: IconTrash, onClick: ask('delete'), danger: true })
    }
    return actions
  }

  const close = () => setOpen(undefined)
  const dialog =
    open?.dialog === 'edit' ? (
      <GroupDialog group={open.group} onClose={close} />
    ) : (
      open && <DeleteDialog group={open.group} onClose={close} onDeleted={onDeleted} />
    )
  return { actionsFor, dialog }
}

interface DeleteDialogProps {
  group: Group
  onClose: () => void
  onDeleted: (() => void) | undefined
}

function DeleteDialog({ group, onClose, onDeleted }: DeleteDialogProps) {
  const t = useT()
  const remove = useAction(deleteGroup)
  const { name } = group

  async function confirm() {
    await remove.run(group)
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
      {t('delete.text', { count: group.usersCount ?? 0 })}
    </ConfirmDialog>
  )
}
