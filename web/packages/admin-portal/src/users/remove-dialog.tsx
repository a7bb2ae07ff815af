import { useTenants } from '@gatehouse/react'
import { ConfirmDialog, toast } from '@gatehouse/ui'
import type { TeamUser } from '../wire'
import { nameOf } from './person'
import { useReloadUsers, useRemove } from './users.queries'
import { useT } from './users.texts'

interface RemoveDialogProps {
  user: TeamUser
  onClose: () => void
  onRemoved?: (() => void) | undefined
}

export function RemoveDialog({ user, onClose, onRemoved }: RemoveDialogProps) {
  const t = useT()
  const { activeTenant } = useTenants()
  const remove = useRemove()
  const reload = useReloadUsers()
  const name = nameOf(user)

  async function confirm() {
    await remove.mutateAsync(user.id)
    toast.success(t('remove.done', { name }))
    onRemoved?.()
    void reload()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t('remove.title', { name })}
      verb={t('remove.verb', { name })}
    >
      {t('remove.text', { name, tenant: activeTenant?.name ?? '' })}
    </ConfirmDialog>
  )
}
