import { useAuthUser, usePermissions } from '@gatehouse/react'
import { errorText, type RowAction, toast } from '@gatehouse/ui'
import { IconBan, IconCopy, IconMail, IconTrash, IconUserCheck, IconUserCog } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { TeamUser } from '../wire'
import { DisableDialog } from './disable-dialog'
import { nameOf, statusOf } from './person'
import { RemoveDialog } from './remove-dialog'
import { RolesDialog } from './roles-dialog'
import { useResendInvitation, useSetDisabled } from './users.queries'
import { useT } from './users.texts'

interface UserActions {
  readonly actionsFor: (user: TeamUser) => RowAction[]
  /** Put it in the page: what an action asks before it acts. */
  readonly dialog: ReactNode
}

interface UserActionsOptions {
  /** The details have the address with a copy button already. */
  readonly isDetails?: boolean
  readonly onRemoved?: () => void
}

const DIALOGS = { roles: RolesDialog, disable: DisableDialog, remove: RemoveDialog }

/** What this person may do to others, for rows and for the details. The server refuses the rest in any case. */
export function useUserActions({ isDetails = false, onRemoved }: UserActionsOptions = {}): UserActions {
  const t = useT()
  const can = usePermissions()
  const self = useAuthUser().id
  const resend = useResendInvitation()
  const setDisabled = useSetDisabled()
  const [open, setOpen] = useState<{ kind: keyof typeof DIALOGS; user: TeamUser }>()

  async function tell(user: TeamUser, call: Promise<unknown>, success: string) {
    await call.then(
      () => toast.success(success),
      (error: unknown) => toast.error(t('failed', { name: nameOf(user), reason: errorText(error) })),
    )
  }

  function actionsFor(user: TeamUser): RowAction[] {
    const status = statusOf(user)
    const isOther = user.id !== self
    const ask = (kind: keyof typeof DIALOGS) => () => setOpen({ kind, user })
    const offers: [boolean, RowAction][] = [
      [
        can('fe.secure.write.updateUser') && can('fe.secure.read.roles'),
        { label: t('actions.editRoles'), icon: IconUserCog, onClick: ask('roles') },
      ],
      [
        status === 'pending' && can('fe.secure.write.resendActivationEmail'),
        {
          label: t('actions.resend'),
          icon: IconMail,
          onClick: () => void tell(user, resend.mutateAsync(user.id), t('resent', { email: user.email })),
        },
      ],
      [
        !isDetails,
        {
          label: t('actions.copyEmail'),
          icon: IconCopy,
          onClick: () => void tell(user, navigator.clipboard.writeText(user.email), t('copied', { email: user.email })),
        },
      ],
      [
        isOther && status !== 'disabled' && can('fe.secure.write.enableDisable'),
        { label: t('actions.disable'), icon: IconBan, onClick: ask('disable') },
      ],
      [
        isOther && status === 'disabled' && can('fe.secure.write.enableDisable'),
        {
          label: t('actions.enable'),
          icon: IconUserCheck,
          onClick: () =>
            void tell(
              user,
              setDisabled.mutateAsync({ userId: user.id, disabled: false }),
              t('enabled', { name: nameOf(user) }),
            ),
        },
      ],
      [
        isOther && can('fe.secure.delete.users'),
        { label: t('actions.remove'), icon: IconTrash, onClick: ask('remove'), danger: true },
      ],
    ]
    return offers.filter(([isOffered]) => isOffered).map(([, action]) => action)
  }

  const Dialog = open && DIALOGS[open.kind]
  const dialog = Dialog && <Dialog user={open.user} onClose={() => setOpen(undefined)} onRemoved={onRemoved} />
  return { actionsFor, dialog }
}
