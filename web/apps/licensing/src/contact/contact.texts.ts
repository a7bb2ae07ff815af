import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'licensing.contact',
  {
    title: 'Write to us',
    to: 'Goes to {{email}}. The answer comes to {{own}}.',
    person: '{{name}} answers',
    hours_one: 'As a rule within {{count}} hour',
    hours_other: 'As a rule within {{count}} hours',
    days_one: 'As a rule within {{count}} day',
    days_other: 'As a rule within {{count}} days',
    subject: 'Subject',
    subjectMissing: 'Say in a few words what it is about',
    message: 'Message',
    messageHelp: 'What did you do, what happened, and what did you expect?',
    messageMissing: 'Write what you need',
    messageLong: 'Use at most 2,000 characters',
    send: 'Send message',
    sent: 'The message is on its way. The answer comes to {{own}}.',
    closed: 'Messages are not taken here. One of the ways below leads to people who help.',
  },
  { de: () => import('./contact.texts.de') },
)
