import { useAuthUser } from '@gatehouse/react'
import { type BulkAction, toast } from '@gatehouse/ui'
import { IconApps, IconMail, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { TeamUser } from '../wire'
import { useHasApplications } from './applications/applications.queries'
import { AssignManyDialog } from './applications/assign-many-dialog'
import { statusOf } from './person'
import { RemoveManyDialog } from './remove-many-dialog'
import { resendInvitations } from './users.actions'
import { useT } from './users.texts'

/** The same for several people at once: one call after the other. */
export function useBulkActions(): { actions: BulkAction<TeamUser>[]; dialog: ReactNode } {
  const t = useT()
  const can = usePermissions()
  const self = useAuthUser().id
  const resend = useAction(resendInvitations)
  const [removing, setRemoving] = useState<readonly TeamUser[]>()
  const [assigning, setAssigning] = useState<readonly TeamUser[]>()
  const hasApplications = useHasApplications()

  async function resendAll(users: readonly TeamUser[], clear: () => void) {
    const pending = users.filter((user) => statusOf(user) === 'pending')
    if (pending.length === 0) {
      toast.info(t('nobodyPending'))
      return
    }
    await resend.run(pending)
    clear()
  }

  function askToRemove(users: readonly TeamUser[]) {
    const others = users.filter(({ id }) => id !== self)
    if (others.length > 0) setRemoving(others)
    else toast.info(t('remove.onlyYou'))
  }

  const actions: BulkAction<TeamUser>[] = []
  if (can('fe.secure.write.resendActivationEmail')) {
    actions.push({
      label: t('actions.resend'),
      icon: IconMail,
      loading: resend.isRunning,
      onClick: (users, clear) => void resendAll(users, clear),
    })
  }
  if (hasApplications && can('fe.secure.write.appsUsers')) {
    actions.push({ label: t('applications.assign'), icon: IconApps, onClick: (users) => setAssigning(users) })
  }
  if (can('fe.secure.delete.users')) {
    actions.push({ label: t('actions.remove'), icon: IconTrash, danger: true, onClick: askToRemove })
  }

  const dialog = (
    <>
      {removing && <RemoveManyDialog users={removing} onClose={() => setRemoving(undefined)} />}
      {assigning && <AssignManyDialog users={assigning} onClose={() => setAssigning(undefined)} />}
    </>
  )
  return { actions, dialog }
}
