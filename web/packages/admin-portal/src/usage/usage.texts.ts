import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.usage',
  {
    title: 'Usage',
    purpose: 'How much {{name}} uses the product, month by month.',
    month: 'Month',
    running: '{{month}}, so far',
    download: 'Download as CSV',
    fileName: 'usage.csv',
    empty: { title: 'Nothing to count yet', help: 'The first month appears here once somebody has signed in.' },
    trend: {
      more: '{{count}} in {{month}}, {{percent}} % more than the month before',
      less: '{{count}} in {{month}}, {{percent}} % less than the month before',
      same: '{{count}} in {{month}}, as many as the month before',
      only: '{{count}} in {{month}}',
      none: 'None so far',
    },
    figures: {
      activePeople: { title: 'Active people', column: 'People who signed in' },
      signIns: { title: 'Sign-ins', column: 'Sign-ins' },
      apiCalls: { title: 'API calls', column: 'API calls' },
      tokensCreated: { title: 'API tokens created', column: 'API tokens created' },
      seats: { title: 'Seats in use', column: 'People and machines with a seat' },
    },
  },
  { de: () => import('./usage.texts.de') },
)
