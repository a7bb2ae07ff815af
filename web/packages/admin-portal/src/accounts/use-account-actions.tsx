import { useTenants } from '@gatehouse/react'
import { errorText, type RowAction, toast } from '@gatehouse/ui'
import { IconEdit, IconLogin2, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { usePermissions } from '../shared/permissions'
import { useNavigate } from '../shared/router'
import type { Account } from './accounts.actions'
import { useT } from './accounts.texts'
import { CreateDialog } from './create-dialog'
import { DeleteDialog } from './delete-dialog'
import { RenameDialog } from './rename-dialog'
import { useMayEnter } from './use-may-enter'

interface AccountActions {
  readonly actionsFor: (account: Account) => RowAction[]
  /** Put it in the page: what an action asks before it acts. */
  readonly dialog: ReactNode
}

type Dialog = 'create' | 'rename' | 'delete'

/** What this person may do with an account below, for rows and for its page. The server refuses the rest in any case. */
export function useAccountActions({ onDeleted }: { onDeleted?: () => void } = {}): AccountActions {
  const t = useT()
  const can = usePermissions()
  const mayEnter = useMayEnter()
  const navigate = useNavigate()
  const { switchTenant } = useTenants()
  const [open, setOpen] = useState<{ dialog: Dialog; account: Account }>()

  async function actIn({ tenantId, name }: Account) {
    await navigate({ to: '/accounts', search: {} })
    await switchTenant(tenantId).catch((error: unknown) => {
      toast.error(t('actAs.failed', { name, reason: errorText(error) }))
    })
  }

  function actionsFor(account: Account): RowAction[] {
    const ask = (dialog: Dialog) => () => setOpen({ dialog, account })
    const canChange = can('fe.account-hierarchy.write.subAccount')
    const offers: (RowAction & { offered: boolean })[] = [
      { offered: mayEnter, label: t('actAs.action'), icon: IconLogin2, onClick: () => void actIn(account) },
      { offered: canChange, label: t('rename.action'), icon: IconEdit, onClick: ask('rename') },
      { offered: canChange, label: t('create.below'), icon: IconPlus, onClick: ask('create') },
      {
        offered: can('fe.account-hierarchy.delete.subAccount'),
        label: t('remove.action'),
        icon: IconTrash,
        onClick: ask('delete'),
        danger: true,
      },
    ]
    return offers.filter(({ offered }) => offered)
  }

  const close = () => setOpen(undefined)
  const dialog = open && <OpenDialog {...open} onClose={close} onDeleted={onDeleted} />
  return { actionsFor, dialog }
}

interface OpenDialogProps {
  dialog: Dialog
  account: Account
  onClose: () => void
  onDeleted: (() => void) | undefined
}

function OpenDialog({ dialog, account, onClose, onDeleted }: OpenDialogProps) {
  if (dialog === 'create') return <CreateDialog parent={account} onClose={onClose} />
  if (dialog === 'rename') return <RenameDialog account={account} onClose={onClose} />
  return <DeleteDialog account={account} onClose={onClose} onDeleted={onDeleted} />
}
