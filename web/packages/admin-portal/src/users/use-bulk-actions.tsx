import { useAuthUser, usePermissions } from '@gatehouse/react'
import { type BulkAction, errorText, toast } from '@gatehouse/ui'
import { IconMail, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { inSequence } from '../shared/in-sequence'
import { statusOf } from './person'
import { RemoveManyDialog } from './remove-many-dialog'
import { listed, useResendInvitation } from './users.queries'
import { useT } from './users.texts'

/** The same for several people at once: one call after the other. */
export function useBulkActions(): { actions: BulkAction[]; dialog: ReactNode } {
  const t = useT()
  const can = usePermissions()
  const self = useAuthUser().id
  const queryClient = useQueryClient()
  const resend = useResendInvitation()
  const [removing, setRemoving] = useState<{ ids: readonly string[]; clear: () => void }>()

  const chosen = (ids: readonly string[]) => {
    const known = new Map(listed(queryClient).map((user) => [user.id, user]))
    return ids.flatMap((id) => known.get(id) ?? [])
  }

  async function resendAll(ids: readonly string[], clear: () => void) {
    const pending = chosen(ids).filter((user) => statusOf(user) === 'pending')
    if (pending.length === 0) {
      toast.info(t('nobodyPending'))
      return
    }
    const { done, failed } = await inSequence(pending, ({ id }) => resend.mutateAsync(id))
    const [first] = failed
    if (first) {
      toast.error(t('resentPartly', { failed: failed.length, count: pending.length, reason: errorText(first.error) }))
    } else toast.success(t('resentMany', { count: done.length }))
    clear()
  }

  const actions: BulkAction[] = []
  if (can('fe.secure.write.resendActivationEmail')) {
    actions.push({
      label: t('actions.resend'),
      icon: IconMail,
      onClick: (ids, clear) => void resendAll(ids, clear),
    })
  }
  if (can('fe.secure.delete.users')) {
    actions.push({
      label: t('actions.remove'),
      icon: IconTrash,
      danger: true,
      onClick: (ids, clear) => setRemoving({ ids, clear }),
    })
  }

  const dialog = removing && (
    <RemoveManyDialog
      users={chosen(removing.ids).filter(({ id }) => id !== self)}
      onClose={() => setRemoving(undefined)}
      onRemoved={removing.clear}
    />
  )
  return { actions, dialog }
}
