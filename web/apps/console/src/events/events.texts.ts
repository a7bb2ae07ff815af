import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.events',
  {
    title: 'Events',
    purpose: 'What happens in your product, and customers can be told of. Your backend triggers it by its key.',
    search: 'Search events',
    columns: { name: 'Event', key: 'Key', category: 'Heading', description: 'When it happens' },
    empty: {
      title: 'No events of your own yet',
      help: 'Customers choose them for webhooks, mail, text messages and Slack, beside those of this server.',
    },
    actions: { edit: 'Edit', delete: 'Delete' },
    create: { button: 'Create event', title: 'Create event', submit: 'Create event', done: '{{name}} is created' },
    edit: { title: 'Edit {{name}}', submit: 'Save changes', done: '{{name}} is changed' },
    form: {
      name: 'Name',
      nameHelp: 'As customers read it, where they choose what they are told of.',
      nameMissing: 'Enter a name',
      key: 'Key',
      keyHelp: 'What your backend calls it by, such as invoices.overdue. It stays.',
      keyWrong: 'Use letters, digits and . _ - and no more than 100 of them',
      keyReserved: 'Keys that begin with frontegg. or gatehouse. are the server’s own',
      keyTaken: 'This key is there already, for “{{name}}”',
      description: 'When it happens',
      category: 'Heading',
      categoryHelp: 'It stands under this one, with others that have the same.',
      categoryMissing: 'Enter a heading',
      gone: 'Somebody has deleted this event meanwhile',
    },
    product: 'Product',
    delete: {
      title: 'Delete {{name}}?',
      text: 'Calls of your backend that trigger it are refused at once. Customers who chose it hear of it no more.',
      verb: 'Delete {{name}}',
      done: '{{name}} is deleted',
    },
  },
  { de: () => import('./events.texts.de') },
)
