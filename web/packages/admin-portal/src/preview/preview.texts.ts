import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'portal.preview',
  {
    label: 'About this preview',
    notice: 'This is a preview with sample data. What you change here is gone when you load the page again.',
  },
  { de: () => import('./preview.texts.de') },
)
