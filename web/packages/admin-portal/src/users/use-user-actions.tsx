import { useApi, useAuthUser, usePermissions } from '@gatehouse/react'
import { errorText, type RowAction, toast } from '@gatehouse/ui'
import {
  IconBan,
  IconCalendarDue,
  IconCopy,
  IconDoorExit,
  IconEdit,
  IconInfinity,
  IconMail,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TeamUser } from '../wire'
import { EditDialog } from './edit-dialog'
import { ExpiryDialog } from './expiry-dialog'
import { nameOf, statusOf } from './person'
import { QuestionDialog } from './question-dialog'
import { temporaryUsersQuery, useUserCalls } from './users.queries'
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

type Dialog = 'edit' | 'expiry' | 'disable' | 'signOut' | 'remove'

/** What this person may do to others, for rows and for the details. The server refuses the rest in any case. */
export function useUserActions({ isDetails = false, onRemoved }: UserActionsOptions = {}): UserActions {
  const t = useT()
  const can = usePermissions()
  const self = useAuthUser().id
  const calls = useUserCalls()
  const canChange = can('fe.secure.write.updateUser')
  const { data: temporary } = useQuery({ ...temporaryUsersQuery(useApi()), enabled: canChange })
  const [open, setOpen] = useState<{ dialog: Dialog; user: TeamUser }>()

  async function act(user: TeamUser, call: Promise<unknown>, success: string) {
    await call.then(
      () => toast.success(success),
      (error: unknown) => toast.error(t('failed', { name: nameOf(user), reason: errorText(error) })),
    )
    void calls.reload()
  }

  function actionsFor(user: TeamUser): RowAction[] {
    const status = statusOf(user)
    const isOther = user.id !== self
    const isTemporary = Boolean(user.temporaryExpirationDate)
    const canLimit = isOther && canChange && temporary?.enabled === true
    const canDisable = isOther && can('fe.secure.write.enableDisable')
    const words = { name: nameOf(user), email: user.email }
    const ask = (dialog: Dialog) => () => setOpen({ dialog, user })
    const offers: (RowAction & { offered: boolean })[] = [
      { offered: canChange, label: t('actions.edit'), icon: IconEdit, onClick: ask('edit') },
      {
        offered: status === 'pending' && can('fe.secure.write.resendActivationEmail'),
        label: t('actions.resend'),
        icon: IconMail,
        onClick: () => void act(user, calls.resendInvitation(user.id), t('resent', words)),
      },
      {
        offered: !isDetails,
        label: t('actions.copyEmail'),
        icon: IconCopy,
        onClick: () => void act(user, navigator.clipboard.writeText(user.email), t('copied', words)),
      },
      {
        offered: canLimit,
        label: t(isTemporary ? 'actions.changeExpiry' : 'actions.setExpiry'),
        icon: IconCalendarDue,
        onClick: ask('expiry'),
      },
      {
        offered: canLimit && isTemporary,
        label: t('actions.makePermanent'),
        icon: IconInfinity,
        onClick: () => void act(user, calls.makePermanent(user.id), t('permanent', words)),
      },
      {
        offered: isOther && status === 'active' && can('fe.secure.delete.sessions'),
        label: t('actions.signOut'),
        icon: IconDoorExit,
        onClick: ask('signOut'),
      },
      {
        offered: canDisable && status !== 'disabled',
        label: t('actions.disable'),
        icon: IconBan,
        onClick: ask('disable'),
      },
      {
        offered: canDisable && status === 'disabled',
        label: t('actions.enable'),
        icon: IconUserCheck,
        onClick: () => void act(user, calls.enable(user.id), t('enabled', words)),
      },
      {
        offered: isOther && can('fe.secure.delete.users'),
        label: t('actions.remove'),
        icon: IconTrash,
        onClick: ask('remove'),
        danger: true,
      },
    ]
    return offers.filter(({ offered }) => offered)
  }

  const close = () => setOpen(undefined)
  const dialog = open && <OpenDialog {...open} onClose={close} onRemoved={onRemoved} />
  return { actionsFor, dialog }
}

interface OpenDialogProps {
  dialog: Dialog
  user: TeamUser
  onClose: () => void
  onRemoved: (() => void) | undefined
}

function OpenDialog({ dialog, ...props }: OpenDialogProps) {
  if (dialog === 'edit') return <EditDialog {...props} />
  if (dialog === 'expiry') return <ExpiryDialog {...props} />
  return <QuestionDialog question={dialog} {...props} />
}
