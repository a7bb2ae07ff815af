import { defineAction } from '@gatehouse/admin-portal/action'
import { unwrap } from '@gatehouse/api'
import { followLink } from '@gatehouse/ui'
import { t } from './billing.texts'
import { BILLING_INFORMATION } from './payment.queries'

/** Opens the PDF. Its link expires, so it is requested when it is needed. */
export const openInvoice = defineAction({
  async call(api, billId: string) {
    const params = { path: { bill_id: billId } }
    followLink((await unwrap(api.GET('/api/v1/paddle/invoices/{bill_id}', { params }))).url)
  },
  invalidates: [],
})

/** Mails a link to the new address; nothing changes before it is opened. */
export const changeBillingEmail = defineAction({
  call: (api, billingEmail: string) => unwrap(api.PATCH('/api/v1/paddle/billing-email', { body: { billingEmail } })),
  invalidates: [],
  done: (_, { pendingBillingEmail: email }) => (email ? t('emailDialog.sent', { email }) : t('emailDialog.same')),
})

export const confirmBillingEmail = defineAction({
  call: (api, token: string) => unwrap(api.POST('/api/v1/paddle/billing-email/confirm', { body: { token } })),
  invalidates: [BILLING_INFORMATION, ['organization']],
  done: (_, { billingEmail: email }) => t('confirm.done', { email }),
})
