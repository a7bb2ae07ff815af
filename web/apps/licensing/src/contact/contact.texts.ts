import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'licensing.contact',
  {
    title: 'Contact us',
    to: 'Your message goes to {{email}}. We will reply to {{own}}.',
    person: '{{name}} will reply',
    hours_one: 'Usually within {{count}} hour',
    hours_other: 'Usually within {{count}} hours',
    days_one: 'Usually within {{count}} day',
    days_other: 'Usually within {{count}} days',
    subject: 'Subject',
    subjectMissing: 'Enter a subject',
    message: 'Message',
    messageHelp: 'What did you do, what happened, and what did you expect?',
    messageMissing: 'Enter a message',
    messageLong: 'Use at most 2,000 characters',
    send: 'Send message',
    sent: 'Message sent. We will reply to {{own}}.',
    closed: 'This form is closed. Use one of the options below to get help.',
  },
  { de: () => import('./contact.texts.de') },
)
