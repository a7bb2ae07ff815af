import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { type RowAction, useSecretDialog } from '@gatehouse/ui'
import {
  IconKey,
  IconLink,
  IconLock,
  IconLockOpen,
  IconLogout,
  IconMail,
  IconMailCheck,
  IconShieldOff,
  IconUserShare,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT as useImpersonationTexts } from '../impersonation/impersonation.texts'
import { useImpersonateAction } from '../impersonation/use-impersonate-action'
import { useStepUpDialog } from '../shared/step-up-dialog'
import type { VendorUser } from '../wire'
import { ConfirmUserActionDialog, needsConfirmation } from './confirm-user-action-dialog'
import { EmailDialog, type EmailValues } from './email-dialog'
import { LinkDialog } from './link-dialog'
import { useMergeAction } from './merges/use-merge-action'
import { useErasureActions } from './use-erasure-actions'
import { unlockUser } from './users.actions'
import { useT } from './users.texts'

interface OpenDialog {
  readonly dialog: Dialog
  readonly user: VendorUser
}

type Dialog = 'lock' | 'verify' | 'unenroll' | 'signOut' | 'email' | 'activation' | 'reset'

/** Actions for a user, for rows and for the details. */
export function useUserActions(): {
  readonly actionsFor: (user: VendorUser) => RowAction[]
  /** Render this in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const unlock = useAction(unlockUser)
  const secret = useSecretDialog()
  const impersonation = useImpersonateAction()
  const impersonationTexts = useImpersonationTexts()
  const erasure = useErasureActions()
  const merging = useMergeAction()
  const { opened, open, close, run, question } = useStepUpDialog<OpenDialog, EmailValues>('person')

  function actionsFor(user: VendorUser): RowAction[] {
    if (user.erasingSince) return []
    if (!can('vendor.write.users')) return [erasure.exportFor(user)]
    const { isLocked, verified, mfaEnrolled } = user
    const ask = (dialog: Dialog) => () => open({ dialog, user })
    const offers: (RowAction & { offered: boolean })[] = [
      {
        offered: impersonation.canImpersonate && !isLocked && user.tenants.length > 0,
        label: impersonationTexts('actionFor'),
        icon: IconUserShare,
        onClick: () => impersonation.impersonate({ user }),
      },
      { offered: isLocked, label: t('actions.unlock'), icon: IconLockOpen, onClick: () => unlock.start(user) },
      { offered: true, label: t('actions.email'), icon: IconMail, onClick: ask('email') },
      { offered: true, label: t('actions.reset'), icon: IconKey, onClick: ask('reset') },
      { offered: !verified, label: t('actions.activation'), icon: IconLink, onClick: ask('activation') },
      { offered: !verified, label: t('actions.verify'), icon: IconMailCheck, onClick: ask('verify') },
      { offered: true, ...erasure.exportFor(user) },
      {
        offered: mfaEnrolled,
        label: t('actions.unenroll'),
        icon: IconShieldOff,
        onClick: ask('unenroll'),
        danger: true,
      },
      { offered: verified && !isLocked, ...merging.actionFor(user) },
      { offered: true, label: t('actions.signOut'), icon: IconLogout, onClick: ask('signOut'), danger: true },
      { offered: !isLocked, label: t('actions.lock'), icon: IconLock, onClick: ask('lock'), danger: true },
    ]
    return [...offers.filter(({ offered }) => offered), ...erasure.eraseFor(user)]
  }

  const { dialog, user } = opened?.target ?? {}
  return {
    actionsFor,
    dialog: (
      <>
        {opened && user && dialog === 'email' && (
          <EmailDialog user={user} typed={opened.typed} run={run} onClose={close} />
        )}
        {user && (dialog === 'activation' || dialog === 'reset') && (
          <LinkDialog kind={dialog} user={user} run={run} onMade={secret.show} onClose={close} />
        )}
        {user && dialog && needsConfirmation(dialog) && (
          <ConfirmUserActionDialog question={dialog} user={user} run={run} onClose={close} />
        )}
        {impersonation.dialog}
        {erasure.dialog}
        {merging.dialog}
        {secret.dialog}
        {question}
      </>
    ),
  }
}
