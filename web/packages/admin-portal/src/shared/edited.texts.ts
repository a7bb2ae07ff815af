import { defineTexts } from '@gatehouse/ui'

export const { t } = defineTexts(
  'portal.edited',
  {
    by: 'Another administrator changed this to “{{value}}”. Save again to overwrite it with your value.',
    other: 'Another administrator changed this. Save again to overwrite it with your version.',
  },
  { de: () => import('./edited.texts.de') },
)
