import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.plans.billing',
  {
    title: 'Subscriptions',
    purpose: 'What customers may do themselves with a plan that they pay for by card.',
    readOnly: 'Your role lets you read this, not change it.',
    card: 'In the portal',
    saved: 'The settings are saved. Customers see them when they open the page next.',
    fields: {
      default_plan: {
        label: 'Plan without a subscription',
        help: 'Its name stands where a customer has no subscription. It gives nobody any features.',
        none: 'No plan',
        gone: '{{key}} (there is no such plan)',
      },
      allow_plan_downgrade: {
        label: 'Change to a plan that costs less',
        help: 'Switched off, customers only change to one that costs as much or more. Changes that were made stay.',
      },
      allow_plan_cancellation: {
        label: 'End the subscription',
        help: 'At the end of what is paid. Switched off, customers have to ask you; what was ended already ends.',
      },
    },
  },
  { de: () => import('./billing.texts.de') },
)
