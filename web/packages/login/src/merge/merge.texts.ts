import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.merge',
  {
    checking: 'Looking at the request',
    title: 'Make one account of two?',
    goes: '{{address}} would become part of the account {{other}}.',
    stays: 'The account {{other}} would become part of {{address}}.',
    ends: 'This account ends and is signed out everywhere. That cannot be undone.',
    moves: 'Memberships, roles, licenses, verified addresses and numbers, and linked accounts such as Google move.',
    places: 'You stay a member of {{names}}. You are shown there with the other address.',
    more_one: 'one more',
    more_other: '{{count}} more',
    opens:
      'From then on you sign in with either address, and with the password, passkeys and second factor of {{other}}. Those of this account open nothing any more.',
    otherEnds: 'The other account ends. That cannot be undone.',
    comes:
      'What it has comes to you: memberships, roles, licenses, verified addresses and numbers, and linked accounts such as Google.',
    keeps: 'Your password, passkeys and second factor stay as they are. You can also sign in with the other address.',
    both: 'Nothing happens unless both mailboxes agree by {{when}}.',
    onlyIf: 'Merge only if both accounts are yours and you asked for it.',
    merge: 'Merge',
    refuse: 'This wasn’t me',
    waiting: 'You agreed',
    waitingText: 'Nothing happens until the other mailbox has agreed, too. You can close this page.',
    merged: 'Your two accounts are one',
    mergedText: 'Sign in with either address. A mail to both says what with.',
    refused: 'Nothing was changed',
    refusedText: 'The request is over, and the support knows that it was not you. You can close this page.',
    stopped: 'It could not be done',
    stoppedText: 'One of the accounts has changed since it was asked. Both are as they were. Ask the support.',
    over: 'This request is over',
    overText: 'It was answered or withdrawn, or has run out of time.',
  },
  { de: () => import('./merge.texts.de') },
)
