import { ConfirmDialog, toast } from '@gatehouse/ui'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useT } from './billing.texts'
import { useConfirmBillingEmail } from './payment.queries'

/** Whoever comes from the mailed link says yes with a click: mail programs open links by themselves. */
export function ConfirmBillingEmail() {
  const t = useT()
  const { confirm: token } = useSearch({ from: '/billing/' })
  const navigate = useNavigate()
  const { mutateAsync } = useConfirmBillingEmail()
  async function confirm() {
    const { billingEmail: email } = await mutateAsync(token ?? '')
    toast.success(t('confirm.done', { email }))
  }
  return (
    <ConfirmDialog
      opened={token !== undefined}
      onClose={() => void navigate({ to: '/billing', replace: true })}
      onConfirm={confirm}
      title={t('confirm.title')}
      verb={t('confirm.verb')}
      danger={false}
    >
      {t('confirm.text')}
    </ConfirmDialog>
  )
}
