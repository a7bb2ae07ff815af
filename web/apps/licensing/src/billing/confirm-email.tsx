import { useAction } from '@gatehouse/admin-portal/action'
import { ConfirmDialog } from '@gatehouse/ui'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useT } from './billing.texts'
import { confirmBillingEmail } from './payment.actions'

/** The mailed link asks for a click: mail programs open links by themselves. */
export function ConfirmBillingEmail() {
  const t = useT()
  const { confirm: token } = useSearch({ from: '/billing/' })
  const navigate = useNavigate()
  const confirm = useAction(confirmBillingEmail, { awaitRefetch: true })
  return (
    <ConfirmDialog
      opened={token !== undefined}
      onClose={() => void navigate({ to: '/billing', replace: true })}
      onConfirm={() => confirm.run(token ?? '')}
      title={t('confirm.title')}
      verb={t('confirm.verb')}
      danger={false}
    >
      {t('confirm.text')}
    </ConfirmDialog>
  )
}
