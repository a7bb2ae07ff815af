import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.days',
  {
    wrong: 'Enter a whole date, from the year 2000 to 2999',
    passed: 'This day has passed. Saved like this, it is over at once.',
  },
  { de: () => import('./days.texts.de') },
)
