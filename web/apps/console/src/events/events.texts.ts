import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.events',
  {
    title: 'Events',
    purpose: 'Define events that your backend triggers and tenants can subscribe to.',
    search: 'Search events',
    columns: { name: 'Event', key: 'Key', category: 'Category', description: 'Description' },
    empty: {
      title: 'No custom events yet',
      help: 'Tenants can subscribe to your events by webhook, email, text message and Slack, in addition to the built-in events.',
    },
    actions: { edit: 'Edit', delete: 'Delete' },
    create: { button: 'Create event', title: 'Create event', submit: 'Create event', done: '{{name}} created' },
    edit: { title: 'Edit {{name}}', submit: 'Save changes', done: '{{name}} updated' },
    form: {
      name: 'Name',
      nameHelp: 'Shown to tenants when they choose events.',
      nameMissing: 'Enter a name',
      key: 'Key',
      keyHelp: 'The key that your backend uses, for example invoices.overdue. It cannot be changed later.',
      keyWrong: 'Use at most 100 letters, digits and the characters . _ -',
      keyReserved: 'Keys that start with frontegg. or gatehouse. are reserved',
      keyTaken: 'This key is already used by “{{name}}”',
      description: 'Description',
      category: 'Category',
      categoryHelp: 'Events in the same category are listed together.',
      categoryMissing: 'Enter a category',
      gone: 'This event was deleted by another administrator',
    },
    product: 'Product',
    delete: {
      title: 'Delete {{name}}?',
      text: 'Backend requests that trigger this event are rejected immediately. Tenants that are subscribed no longer receive it.',
      verb: 'Delete {{name}}',
      done: '{{name}} deleted',
    },
  },
  { de: () => import('./events.texts.de') },
)
