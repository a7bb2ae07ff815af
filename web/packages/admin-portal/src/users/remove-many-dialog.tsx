import { useTenants } from '@gatehouse/react'
import { ConfirmDialog, formatList } from '@gatehouse/ui'
import { useAction } from '../shared/action'
import type { TeamUser } from '../wire'
import { nameOf } from './person'
import { removeUsers } from './users.actions'
import { useT } from './users.texts'

interface RemoveManyDialogProps {
  /** Without the signed-in user, who cannot remove their own membership here. */
  users: readonly TeamUser[]
  onClose: () => void
}

const NAMED = 5

export function RemoveManyDialog({ users, onClose }: RemoveManyDialogProps) {
  const t = useT()
  const { activeTenant } = useTenants()
  const remove = useAction(removeUsers)
  const count = users.length
  const named = users.slice(0, NAMED).map(nameOf)
  const names = formatList(count > NAMED ? [...named, t('remove.more', { count: count - NAMED })] : named)

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => remove.run(users)}
      title={t('remove.titleMany', { count })}
      verb={t('remove.verbMany', { count })}
    >
      {t('remove.textMany', { names, tenant: activeTenant?.name ?? '' })}
    </ConfirmDialog>
  )
}
