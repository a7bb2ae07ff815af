import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { type RowAction, useSecretDialog } from '@gatehouse/ui'
import { IconBan, IconCalendarPlus, IconEdit, IconKey, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { EditDialog } from './edit-dialog'
import { ExtendDialog } from './extend-dialog'
import { KeyDialog } from './key-dialog'
import { restoreLicense } from './licenses.actions'
import type { LicenseRow } from './licenses.queries'
import { useT } from './licenses.texts'
import { SuspendOrRevokeDialog } from './suspend-or-revoke-dialog'

type Dialog = 'extend' | 'edit' | 'key' | 'suspend' | 'revoke'

/** Actions for a license, for rows and for the details. */
export function useLicenseActions(): {
  readonly actionsFor: (license: LicenseRow) => RowAction[]
  /** Render this in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const restore = useAction(restoreLicense)
  const secret = useSecretDialog()
  const [open, setOpen] = useState<{ dialog: Dialog; license: LicenseRow }>()

  function actionsFor(license: LicenseRow): RowAction[] {
    if (!can('vendor.write.licenses')) return []
    const [isOut, isRevoked] = [Boolean(license.suspendedAt ?? license.revokedAt), Boolean(license.revokedAt)]
    const ask = (dialog: Dialog) => () => setOpen({ dialog, license })
    const offers: (RowAction & { offered: boolean })[] = [
      {
        offered: isOut,
        label: t('restore.action'),
        icon: IconPlayerPlay,
        onClick: () => restore.start(license),
      },
      { offered: !isRevoked, label: t('extend.action'), icon: IconCalendarPlus, onClick: ask('extend') },
      { offered: !isRevoked, label: t('edit.action'), icon: IconEdit, onClick: ask('edit') },
      { offered: !isRevoked, label: t('key.action'), icon: IconKey, onClick: ask('key') },
      { offered: !isOut, label: t('suspend.action'), icon: IconPlayerPause, onClick: ask('suspend'), danger: true },
      { offered: !isRevoked, label: t('revoke.action'), icon: IconBan, onClick: ask('revoke'), danger: true },
    ]
    return offers.filter(({ offered }) => offered)
  }

  const close = () => setOpen(undefined)
  return {
    actionsFor,
    dialog: (
      <>
        {open?.dialog === 'extend' && <ExtendDialog license={open.license} onClose={close} />}
        {open?.dialog === 'edit' && <EditDialog license={open.license} onClose={close} />}
        {open?.dialog === 'key' && <KeyDialog license={open.license} onMade={secret.show} onClose={close} />}
        {(open?.dialog === 'suspend' || open?.dialog === 'revoke') && (
          <SuspendOrRevokeDialog verb={open.dialog} license={open.license} onClose={close} />
        )}
        {secret.dialog}
      </>
    ),
  }
}
