import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.days',
  {
    wrong: 'Enter a date between the years 2000 and 2999',
    passed: 'This day has passed. Saved like this, it ends immediately.',
  },
  { de: () => import('./days.texts.de') },
)
