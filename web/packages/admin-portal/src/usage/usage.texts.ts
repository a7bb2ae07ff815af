import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.usage',
  {
    title: 'Usage',
    purpose: 'View monthly active users, sign-ins and API calls for {{name}}.',
    month: 'Month',
    running: '{{month}}, so far',
    download: 'Download as CSV',
    fileName: 'usage.csv',
    empty: { title: 'No usage yet', help: 'The first month appears here after the first sign-in.' },
    trend: {
      more: '{{count}} in {{month}}, {{percent}}% more than the previous month',
      less: '{{count}} in {{month}}, {{percent}}% less than the previous month',
      same: '{{count}} in {{month}}, the same as the previous month',
      only: '{{count}} in {{month}}',
      none: 'No data yet',
    },
    figures: {
      activePeople: { title: 'Active users', column: 'Users who signed in' },
      signIns: { title: 'Sign-ins', column: 'Sign-ins' },
      apiCalls: { title: 'API calls', column: 'API calls' },
      tokensCreated: { title: 'API tokens created', column: 'API tokens created' },
      seats: { title: 'Seats in use', column: 'Users and machines with a seat' },
    },
  },
  { de: () => import('./usage.texts.de') },
)
