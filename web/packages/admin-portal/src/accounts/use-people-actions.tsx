import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconLock, IconLockOpen, IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { PersonBelow } from '../wire'
import { type Account, removeBelow, setAccess } from './accounts.actions'
import { useT } from './accounts.texts'
import { RolesDialog } from './roles-dialog'

/** Row actions for a user of a sub-account; in the own account only access to sub-accounts. */
export function usePeopleActions(account: Account, isOwn: boolean) {
  const t = useT()
  const can = usePermissions()
  const access = useAction(setAccess)
  const remove = useAction(removeBelow)
  const [open, setOpen] = useState<{ dialog: 'roles' | 'remove'; person: PersonBelow }>()

  function actionsFor(person: PersonBelow): RowAction[] {
    const isLetIn = person.subAccountAccessAllowed
    const canManage = !isOwn && can('fe.secure.write.userSubTenants')
    const offers: (RowAction & { offered: boolean })[] = [
      {
        offered: isOwn && can('fe.account-hierarchy.write.subAccountAccess'),
        label: t(isLetIn ? 'people.takeAccess' : 'people.giveAccess'),
        icon: isLetIn ? IconLock : IconLockOpen,
        onClick: () => access.start({ person, allowAccess: !isLetIn }),
      },
      {
        offered: canManage && can('fe.secure.write.usersRoles') && can('fe.secure.read.roles'),
        label: t('people.changeRoles'),
        icon: IconShieldCheck,
        onClick: () => setOpen({ dialog: 'roles', person }),
      },
      {
        offered: canManage && can('fe.secure.delete.users'),
        label: t('people.remove'),
        icon: IconTrash,
        onClick: () => setOpen({ dialog: 'remove', person }),
        danger: true,
      },
    ]
    return offers.filter(({ offered }) => offered)
  }

  const close = () => setOpen(undefined)
  const words = { name: open?.person.name ?? '', account: account.name }
  const dialog: ReactNode =
    open?.dialog === 'roles' ? (
      <RolesDialog account={account} person={open.person} onClose={close} />
    ) : (
      open && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => remove.run({ account, person: open.person })}
          title={t('people.removeTitle', words)}
          verb={t('people.removeVerb', words)}
        >
          {t('people.removeText', words)}
        </ConfirmDialog>
      )
    )
  return { actionsFor, dialog }
}
