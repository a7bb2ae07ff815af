import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'portal.preview',
  {
    label: 'About this preview',
    notice: 'This is a preview with sample data. Your changes are lost when you reload the page.',
  },
  { de: () => import('./preview.texts.de') },
)
