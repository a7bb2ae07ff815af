import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.days',
  {
    wrong: 'Enter a date between the years 2000 and 2999',
    passed: 'This date is in the past. If you save it, access ends immediately.',
  },
  { de: () => import('./days.texts.de') },
)
