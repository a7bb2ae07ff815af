import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.webhooks',
  {
    title: 'Webhooks',
    purpose: 'Tell your own systems when something happens in any tenant.',
    readHelp: 'Owners add the addresses to which events of all tenants are sent.',
    goneTenant: 'A tenant that is gone',
  },
  { de: () => import('./webhooks.texts.de') },
)
