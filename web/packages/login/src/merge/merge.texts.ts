import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.merge',
  {
    checking: 'Loading the request',
    title: 'Merge your accounts?',
    goes: '{{address}} will be merged into {{other}}.',
    stays: '{{other}} will be merged into {{address}}.',
    ends: 'This account will be closed and signed out everywhere. This cannot be undone.',
    moves: 'Memberships, roles, licenses, verified addresses and numbers, and linked accounts such as Google move.',
    places: 'You stay a member of {{names}}. Your profile there shows the other address.',
    more_one: 'one more',
    more_other: '{{count}} more',
    opens:
      'You can then sign in with either address, using the password, passkeys and MFA of {{other}}. Those of this account stop working.',
    otherEnds: 'The other account will be closed. This cannot be undone.',
    comes:
      'Its memberships, roles, licenses, verified addresses and numbers, and linked accounts such as Google move to you.',
    keeps: 'Your password, passkeys and MFA stay the same. You can also sign in with the other address.',
    both: 'Nothing changes unless both email addresses confirm by {{when}}.',
    onlyIf: 'Merge only if both accounts are yours and you requested it.',
    merge: 'Merge accounts',
    refuse: 'This wasn’t me',
    waiting: 'Merge confirmed',
    waitingText: 'Nothing changes until the other email address confirms, too. You can close this page.',
    merged: 'Accounts merged',
    mergedText: 'Sign in with either address. We sent the details to both.',
    refused: 'No changes made',
    refusedText: 'The request is closed, and support knows that it was not you. You can close this page.',
    stopped: 'The accounts could not be merged',
    stoppedText: 'One of the accounts has changed since the request. Neither was modified. Contact support.',
    over: 'This request is closed',
    overText: 'It was answered or withdrawn, or has expired.',
  },
  { de: () => import('./merge.texts.de') },
)
