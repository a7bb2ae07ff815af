import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconTrash, IconUserCog } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ChangeDialog } from './change-dialog'
import { nameOf, removeStaff } from './staff.actions'
import type { Member } from './staff.queries'
import { useT } from './staff.texts'

/** What an owner may do with a member. */
export function useStaffActions(): {
  readonly actionsFor: (member: Member) => RowAction[]
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const [open, setOpen] = useState<{ dialog: 'role' | 'remove'; member: Member }>()

  function actionsFor(member: Member): RowAction[] {
    if (!can('vendor.write.staff')) return []
    const ask = (dialog: 'role' | 'remove') => () => setOpen({ dialog, member })
    return [
      { label: t('actions.role'), icon: IconUserCog, onClick: ask('role') },
      { label: t('actions.remove'), icon: IconTrash, onClick: ask('remove'), danger: true },
    ]
  }

  const close = () => setOpen(undefined)
  const dialog =
    open?.dialog === 'role' ? (
      <ChangeDialog member={open.member} onClose={close} />
    ) : (
      open && <RemoveDialog member={open.member} onClose={close} />
    )
  return { actionsFor, dialog }
}

function RemoveDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const t = useT()
  const remove = useAction(removeStaff)
  const name = nameOf(member)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => remove.run(member)}
      title={t('remove.title', { name })}
      verb={t('remove.verb', { name })}
      typeToConfirm={name}
    >
      {t('remove.text', { name })}
    </ConfirmDialog>
  )
}
