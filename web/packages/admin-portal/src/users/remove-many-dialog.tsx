import { useTenants } from '@gatehouse/react'
import { ConfirmDialog, errorText, toast } from '@gatehouse/ui'
import { inSequence } from '../shared/in-sequence'
import type { TeamUser } from '../wire'
import { nameOf } from './person'
import { useUserCalls } from './users.queries'
import { useT } from './users.texts'

interface RemoveManyDialogProps {
  /** Without the person who asks: nobody removes themselves along with others. */
  users: readonly TeamUser[]
  onClose: () => void
  onRemoved: () => void
}

const NAMED = 5

export function RemoveManyDialog({ users, onClose, onRemoved }: RemoveManyDialogProps) {
  const t = useT()
  const { activeTenant } = useTenants()
  const { remove, reload } = useUserCalls()
  const count = users.length
  const named = users.slice(0, NAMED).map(nameOf).join(', ')
  const names = count > NAMED ? t('remove.more', { names: named, count: count - NAMED }) : named

  async function confirm() {
    const { done, failed } = await inSequence(users, ({ id }) => remove(id))
    void reload()
    const [first] = failed
    if (first) toast.error(t('remove.failedMany', { failed: failed.length, count, reason: errorText(first.error) }))
    else toast.success(t('remove.doneMany', { count: done.length }))
    onRemoved()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t('remove.titleMany', { count })}
      verb={t('remove.verbMany', { count })}
    >
      {t('remove.textMany', { names, tenant: activeTenant?.name ?? '' })}
    </ConfirmDialog>
  )
}
