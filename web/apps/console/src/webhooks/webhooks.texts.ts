import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.webhooks',
  {
    title: 'Webhooks',
    purpose: 'Send events from all tenants to your own systems.',
    readHelp: 'Owners can add URLs that receive the events of all tenants.',
    goneTenant: 'Deleted tenant',
  },
  { de: () => import('./webhooks.texts.de') },
)
