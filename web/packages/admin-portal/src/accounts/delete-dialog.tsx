import { useApi } from '@gatehouse/react'
import { ConfirmDialog } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../shared/action'
import { type Account, deleteAccount } from './accounts.actions'
import { accountQuery } from './accounts.queries'
import { useT } from './accounts.texts'

interface DeleteDialogProps {
  account: Account
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

/** Asks for the name, and says how much goes with the account. */
export function DeleteDialog({ account, onClose, onDeleted }: DeleteDialogProps) {
  const t = useT()
  const { name, tenantId } = account
  const { data } = useQuery(accountQuery(useApi(), tenantId))
  const remove = useAction(deleteAccount)

  async function confirm() {
    await remove.run(account)
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t('remove.title', { name })}
      verb={t('remove.verb', { name })}
      typeToConfirm={name}
    >
      <p>{t('remove.text', { name })}</p>
      {data && data.totalSubTenants > 0 && (
        <p>
          <strong>{t('remove.below', { count: data.totalSubTenants })}</strong>
        </p>
      )}
    </ConfirmDialog>
  )
}
