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
    failing: {
      title: 'Failing now',
      none: 'Nothing fails',
      jobs_one: '{{formatted}} job gave up',
      jobs_other: '{{formatted}} jobs gave up',
      webhooks_one: '{{formatted}} webhook fails',
      webhooks_other: '{{formatted}} webhooks fail',
      sso_one: '{{formatted}} single sign-on fails',
      sso_other: '{{formatted}} connections for single sign-on fail',
      messages_one: '{{formatted}} message of the last 24 hours was not accepted',
      messages_other: '{{formatted}} messages of the last 24 hours were not accepted',
      paymentEvents_one: '{{formatted}} payment event could not be applied',
      paymentEvents_other: '{{formatted}} payment events could not be applied',
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
