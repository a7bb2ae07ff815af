import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.preview',
  {
    tools: 'Preview',
    step: 'Step',
    product: 'Product name',
    accent: 'Accent color',
    dark: 'Dark',
  },
  { de: () => import('./preview.texts.de') },
)
