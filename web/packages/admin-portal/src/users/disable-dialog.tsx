import { useTenants } from '@gatehouse/react'
import { ConfirmDialog, toast } from '@gatehouse/ui'
import type { TeamUser } from '../wire'
import { nameOf } from './person'
import { useSetDisabled } from './users.queries'
import { useT } from './users.texts'

export function DisableDialog({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const t = useT()
  const { activeTenant } = useTenants()
  const setDisabled = useSetDisabled()
  const name = nameOf(user)
  async function disable() {
    await setDisabled.mutateAsync({ userId: user.id, disabled: true })
    toast.success(t('disable.done', { name }))
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={disable}
      title={t('disable.title', { name })}
      verb={t('disable.verb', { name })}
    >
      {t('disable.text', { name, tenant: activeTenant?.name ?? '' })}
    </ConfirmDialog>
  )
}
