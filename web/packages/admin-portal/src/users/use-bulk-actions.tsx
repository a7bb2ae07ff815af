import { useAuthUser } from '@gatehouse/react'
import { type BulkAction, errorText, toast } from '@gatehouse/ui'
import { IconMail, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { inSequence } from '../shared/in-sequence'
import { usePermissions } from '../shared/permissions'
import type { TeamUser } from '../wire'
import { statusOf } from './person'
import { RemoveManyDialog } from './remove-many-dialog'
import { useUserCalls } from './users.queries'
import { useT } from './users.texts'

/** The same for several people at once: one call after the other. */
export function useBulkActions(): { actions: BulkAction<TeamUser>[]; dialog: ReactNode } {
  const t = useT()
  const can = usePermissions()
  const self = useAuthUser().id
  const { resendInvitation } = useUserCalls()
  const [resending, setResending] = useState(false)
  const [removing, setRemoving] = useState<{ users: readonly TeamUser[]; clear: () => void }>()

  async function resendAll(users: readonly TeamUser[], clear: () => void) {
    const pending = users.filter((user) => statusOf(user) === 'pending')
    if (pending.length === 0) {
      toast.info(t('nobodyPending'))
      return
    }
    setResending(true)
    const { done, failed } = await inSequence(pending, ({ id }) => resendInvitation(id))
    setResending(false)
    const [first] = failed
    if (first) {
      toast.error(t('resentPartly', { failed: failed.length, count: pending.length, reason: errorText(first.error) }))
    } else toast.success(t('resentMany', { count: done.length }))
    clear()
  }

  function askToRemove(users: readonly TeamUser[], clear: () => void) {
    const others = users.filter(({ id }) => id !== self)
    if (others.length > 0) setRemoving({ users: others, clear })
    else toast.info(t('remove.onlyYou'))
  }

  const actions: BulkAction<TeamUser>[] = []
  if (can('fe.secure.write.resendActivationEmail')) {
    actions.push({
      label: t('actions.resend'),
      icon: IconMail,
      loading: resending,
      onClick: (users, clear) => void resendAll(users, clear),
    })
  }
  if (can('fe.secure.delete.users')) {
    actions.push({ label: t('actions.remove'), icon: IconTrash, danger: true, onClick: askToRemove })
  }

  const dialog = removing && (
    <RemoveManyDialog users={removing.users} onClose={() => setRemoving(undefined)} onRemoved={removing.clear} />
  )
  return { actions, dialog }
}
