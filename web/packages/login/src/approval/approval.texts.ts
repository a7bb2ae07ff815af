import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.approval',
  {
    checking: 'Looking at the request',
    text: '{{requester}} asks for your approval.',
    since: 'Asked on {{when}}',
    approve: 'Approve',
    refuse: 'Refuse',
    approved: 'You approved it',
    refused: 'You refused it',
    done: 'Your answer is recorded. You can close this page.',
    over: 'This request is over',
    overText: 'It was answered, decided by somebody else, or has run out of time.',
  },
  { de: () => import('./approval.texts.de') },
)
