import { useApi, useAuthUser } from '@gatehouse/react'
import { copyText, type RowAction, toast } from '@gatehouse/ui'
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
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { TeamUser } from '../wire'
import { EditDialog } from './edit-dialog'
import { ExpiryDialog } from './expiry-dialog'
import { statusOf } from './person'
import { QuestionDialog } from './question-dialog'
import { enableUser, makePermanent, resendInvitation } from './users.actions'
import { temporaryUsersQuery } from './users.queries'
import { useT } from './users.texts'

interface UserActions {
  readonly actionsFor: (user: TeamUser) => RowAction[]
  /** Put it in the page: what an action asks before it acts. */
  readonly dialog: ReactNode
}

interface UserActionsOptions {
  /** The details have the address with a copy button, and what takes access away, in places of their own. */
  readonly isDetails?: boolean
}

type Dialog = 'edit' | 'expiry' | 'disable' | 'signOut' | 'remove'

/** What this person may do to others, for rows and for the details. The server refuses the rest in any case. */
export function useUserActions({ isDetails = false }: UserActionsOptions = {}): UserActions {
  const t = useT()
  const can = usePermissions()
  const self = useAuthUser().id
  const [resend, permit, enable] = [useAction(resendInvitation), useAction(makePermanent), useAction(enableUser)]
  const canChange = can('fe.secure.write.updateUser')
  const { data: temporary } = useQuery({ ...temporaryUsersQuery(useApi()), enabled: canChange })
  const [open, setOpen] = useState<{ dialog: Dialog; user: TeamUser }>()

  const copyEmail = ({ email }: TeamUser) =>
    copyText(email).then((isDone) =>
      isDone ? toast.success(t('copied', { email })) : toast.error(t('notCopied', { email })),
    )

  function actionsFor(user: TeamUser): RowAction[] {
    const status = statusOf(user)
    const isOther = user.id !== self
    const isTemporary = Boolean(user.temporaryExpirationDate)
    const canLimit = isOther && canChange && temporary?.enabled === true
    const takesAway = isOther && !isDetails
    const canDisable = isOther && can('fe.secure.write.enableDisable')
    const ask = (dialog: Dialog) => () => setOpen({ dialog, user })
    const offers: (RowAction & { offered: boolean })[] = [
      { offered: canChange, label: t('actions.edit'), icon: IconEdit, onClick: ask('edit') },
      {
        offered: status === 'pending' && can('fe.secure.write.resendActivationEmail'),
        label: t('actions.resend'),
        icon: IconMail,
        onClick: () => resend.start(user),
      },
      {
        offered: !isDetails,
        label: t('actions.copyEmail'),
        icon: IconCopy,
        onClick: () => void copyEmail(user),
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
        onClick: () => permit.start(user),
      },
      {
        offered: takesAway && status === 'active' && can('fe.secure.delete.sessions'),
        label: t('actions.signOut'),
        icon: IconDoorExit,
        onClick: ask('signOut'),
      },
      {
        offered: takesAway && canDisable && status !== 'disabled',
        label: t('actions.disable'),
        icon: IconBan,
        onClick: ask('disable'),
      },
      {
        offered: canDisable && status === 'disabled',
        label: t('actions.enable'),
        icon: IconUserCheck,
        onClick: () => enable.start(user),
      },
      {
        offered: takesAway && can('fe.secure.delete.users'),
        label: t('actions.remove'),
        icon: IconTrash,
        onClick: ask('remove'),
        danger: true,
      },
    ]
    return offers.filter(({ offered }) => offered)
  }

  const close = () => setOpen(undefined)
  const dialog = open && <OpenDialog {...open} onClose={close} />
  return { actionsFor, dialog }
}

interface OpenDialogProps {
  dialog: Dialog
  user: TeamUser
  onClose: () => void
}

function OpenDialog({ dialog, ...props }: OpenDialogProps) {
  if (dialog === 'edit') return <EditDialog {...props} />
  if (dialog === 'expiry') return <ExpiryDialog {...props} />
  return <QuestionDialog question={dialog} {...props} />
}
