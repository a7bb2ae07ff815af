import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'console.bills',
  {
    title: 'Invoices',
    none: 'No invoices',
    noNumber: 'No number yet',
    paid: 'Paid',
    open: 'Open',
    pastDue: 'Payment failed',
    refunded: 'Refunded',
    partlyRefunded: 'Partly refunded',
    credited: 'Credited',
    disputed: 'Disputed',
    refundedAmount: '{{amount}} refunded',
    creditedAmount: '{{amount}} credited',
    disputedAmount: '{{amount}} disputed',
    pdf: 'PDF',
    download: 'Download the PDF of invoice {{number}}',
  },
  { de: () => import('./bills.texts.de') },
)
