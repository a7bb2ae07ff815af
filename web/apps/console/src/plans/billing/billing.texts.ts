import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.plans.billing',
  {
    title: 'Subscriptions',
    purpose: 'Choose what tenants can change themselves in a subscription that they pay by card.',
    readOnly: 'Your role has read-only access.',
    card: 'Self-service in the portal',
    saved: 'Settings saved. Tenants see them the next time they open the page.',
    fields: {
      default_plan: {
        label: 'Plan shown without a subscription',
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
        help: 'Subscriptions end at the end of the paid period. When off, tenants must contact you; subscriptions that are already canceled still end.',
      },
    },
  },
  { de: () => import('./billing.texts.de') },
)
