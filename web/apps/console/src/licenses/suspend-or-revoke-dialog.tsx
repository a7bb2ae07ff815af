import { useAction } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog } from '@gatehouse/ui'
import { revokeLicense, suspendLicense } from './licenses.actions'
import type { LicenseRow } from './licenses.queries'
import { useT } from './licenses.texts'

const ACTIONS = { suspend: suspendLicense, revoke: revokeLicense }

interface SuspendOrRevokeDialogProps {
  readonly verb: keyof typeof ACTIONS
  readonly license: LicenseRow
  readonly onClose: () => void
}

/** Asks before a license is suspended or revoked. */
export function SuspendOrRevokeDialog({ verb, license, onClose }: SuspendOrRevokeDialogProps) {
  const t = useT()
  const action = useAction(ACTIONS[verb])
  const words = { name: license.name, tenant: license.tenantName }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => action.run(license)}
      title={t(`${verb}.title`, words)}
      verb={t(`${verb}.verb`)}
    >
      {t(`${verb}.text`, words)}
    </ConfirmDialog>
  )
}
