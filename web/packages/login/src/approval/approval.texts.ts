import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.approval',
  {
    checking: 'Loading the request',
    text: '{{requester}} is requesting your approval.',
    since: 'Requested on {{when}}',
    approve: 'Approve',
    refuse: 'Reject',
    approved: 'Request approved',
    refused: 'Request rejected',
    done: 'Your decision was recorded. You can close this page.',
    over: 'This request is closed',
    overText: 'It was approved or rejected, or has expired.',
  },
  { de: () => import('./approval.texts.de') },
)
