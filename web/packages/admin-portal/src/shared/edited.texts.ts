import { defineTexts } from '@gatehouse/ui'

export const { t } = defineTexts(
  'portal.edited',
  {
    by: 'Somebody else has set this to “{{value}}” meanwhile. Save again to have yours instead.',
    other: 'Somebody else has changed this meanwhile. Save again to have yours instead.',
  },
  { de: () => import('./edited.texts.de') },
)
