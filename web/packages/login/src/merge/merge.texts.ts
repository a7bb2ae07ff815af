import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.merge',
  {
    checking: 'Loading the request',
    title: 'Merge your accounts?',
    goes: '{{address}} will be merged into {{other}}.',
    stays: '{{other}} will be merged into {{address}}.',
    ends: 'This account will be closed and signed out everywhere. This cannot be undone.',
    moves:
      'Memberships, roles, licenses, verified addresses and numbers, and linked accounts such as Google are moved.',
    places: 'You remain a member of {{names}}, with your other email address.',
    more_one: 'one more',
    more_other: '{{count}} more',
    opens:
      'After that, sign in with either address, using the password, passkeys and MFA methods of {{other}}. Those for this account stop working.',
    otherEnds: 'The other account will be closed. This cannot be undone.',
    comes:
      'Its memberships, roles, licenses, verified addresses and numbers, and linked accounts are moved to your account.',
    keeps: 'Your password, passkeys and MFA stay the same. You can also sign in with the other address.',
    both: 'Nothing changes unless you confirm from both addresses by {{when}}.',
    onlyIf: 'Merge only if both accounts are yours and you requested it.',
    merge: 'Merge accounts',
    refuse: 'This wasn’t me',
    waiting: 'Merge confirmed',
    waitingText: 'Nothing changes until you confirm from the other address.',
    merged: 'Accounts merged',
    mergedText: 'Sign in with either address.',
    refused: 'No changes made',
    refusedText: 'Support can see that you declined.',
    stopped: 'The accounts could not be merged',
    stoppedText: 'One of the accounts has changed. Contact support.',
    over: 'This request is closed',
    overText: 'It was answered or withdrawn, or has expired.',
  },
  { de: () => import('./merge.texts.de') },
)
