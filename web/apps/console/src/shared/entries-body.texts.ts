import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'console.entries',
  { all: 'Show all {{count}}' },
  { de: () => import('./entries-body.texts.de') },
)
