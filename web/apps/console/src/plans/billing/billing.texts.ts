import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.plans.billing',
  {
    title: 'Subscriptions',
    purpose: 'Choose which changes tenants can make to subscriptions that they pay for by card.',
    readOnly: 'Your role has read-only access.',
    card: 'Self-service in the portal',
    saved: 'Settings saved. Changes appear the next time tenants open the page.',
    fields: {
      default_plan: {
        label: 'Plan shown to tenants without a subscription',
        help: 'The plan name that tenants without a subscription see. It does not grant any features.',
        none: 'No plan',
        gone: '{{key}} (plan not found)',
      },
      allow_plan_downgrade: {
        label: 'Allow downgrades',
        help: 'When off, tenants can only change to a plan with the same or a higher price. Past changes are not affected.',
      },
      allow_plan_cancellation: {
        label: 'Allow cancellation',
        help: 'Canceled subscriptions stay active until the end of the paid period. When off, tenants must contact you to cancel. Subscriptions that are already canceled still end.',
      },
    },
  },
  { de: () => import('./billing.texts.de') },
)
