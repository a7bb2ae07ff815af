import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.overview',
  {
    title: 'Overview',
    purpose: 'How many use the product, who comes in, and what is paid.',
    tenants: 'Tenants',
    people: 'People',
    licenses: 'Licenses that run',
    atLeast: 'More than {{count}}',
    signIns: {
      title: 'Sign-ins per day',
      finding_one: '{{formatted}} sign-in in the last 30 days',
      finding_other: '{{formatted}} sign-ins in the last 30 days',
      column: 'Sign-ins',
    },
    active: {
      title: 'Active people per day',
      finding: 'At most {{formatted}} on one day',
      column: 'People',
    },
    day: 'Day (UTC)',
    month: 'Month (UTC)',
    cut: 'More happened than was looked at: days before {{when}} are not whole.',
    paid: {
      title: 'Paid by card, per month',
      none: 'Nothing was paid by card in the last year.',
      amount: 'Paid',
      invoices: 'Invoices',
    },
  },
  { de: () => import('./overview.texts.de') },
)
