import { defineTexts } from '@gatehouse/ui'

export const { t } = defineTexts(
  'console.days',
  { wrong: 'Enter a whole date, from the year 2000 to 2999' },
  { de: () => import('./days.texts.de') },
)
