import { defineTexts } from '@gatehouse/ui'

export const { t } = defineTexts(
  'portal.edited',
  {
    by: 'Another administrator has set this to “{{value}}” in the meantime. Save again to replace it with your value.',
    other: 'Another administrator has changed this in the meantime. Save again to replace it with your version.',
  },
  { de: () => import('./edited.texts.de') },
)
