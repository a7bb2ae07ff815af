import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconTrash, IconUserCog } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type RunWithStepUp, useStepUpDialog } from '../shared/step-up-dialog'
import { ChangeRoleDialog, type NewRole } from './change-role-dialog'
import { nameOf, removeStaff } from './staff.actions'
import type { Member } from './staff.queries'
import { useT } from './staff.texts'

interface OpenDialog {
  readonly dialog: 'role' | 'remove'
  readonly member: Member
}

/** Actions for a staff member, for owners. */
export function useStaffActions(): {
  readonly actionsFor: (member: Member) => RowAction[]
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const { opened, open, close, run, question } = useStepUpDialog<OpenDialog, NewRole>('staff')

  function actionsFor(member: Member): RowAction[] {
    if (!can('vendor.write.staff')) return []
    const ask = (dialog: OpenDialog['dialog']) => () => open({ dialog, member })
    return [
      { label: t('actions.role'), icon: IconUserCog, onClick: ask('role') },
      { label: t('actions.remove'), icon: IconTrash, onClick: ask('remove'), danger: true },
    ]
  }

  const { dialog, member } = opened?.target ?? {}
  return {
    actionsFor,
    dialog: (
      <>
        {opened && member && dialog === 'role' && (
          <ChangeRoleDialog member={member} typed={opened.typed} run={run} onClose={close} />
        )}
        {member && dialog === 'remove' && <RemoveDialog member={member} run={run} onClose={close} />}
        {question}
      </>
    ),
  }
}

interface RemoveDialogProps {
  readonly member: Member
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunWithStepUp<NewRole>
  readonly onClose: () => void
}

function RemoveDialog({ member, run, onClose }: RemoveDialogProps) {
  const t = useT()
  const remove = useAction(removeStaff)
  const name = nameOf(member)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => run(() => remove.run(member))}
      title={t('remove.title', { name })}
      verb={t('remove.verb', { name })}
      typeToConfirm={name}
    >
      {t('remove.text', { name })}
    </ConfirmDialog>
  )
}
