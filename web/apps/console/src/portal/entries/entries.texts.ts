import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.portal.entries',
  {
    title: 'Theme, texts and more',
    list: 'Entries',
    purpose:
      'What the portal, the sign-in pages and your product read besides, each entry as JSON. People see a change when they load a page again.',
    readOnly: 'Your role lets you read this, not change it.',
    known: {
      adminBox: 'Theme, wordings, fields of forms and the pages of the portal.',
      audits: 'The columns of the audit log.',
      saml: 'What identity providers are told of this server.',
      notifications: 'The bell of the portal.',
    },
    other: 'An entry that your product reads.',
    add: 'Add entry',
    actions: 'Actions for {{name}}',
    edit: 'Edit',
    remove: 'Remove',
    form: {
      title: 'Edit {{name}}',
      name: 'Name',
      nameHelp: 'What your product asks for.',
      nameWrong: 'Use letters, digits and _ - and no more than 100 of them',
      nameTaken: 'This entry is there already',
      entry: 'Entry (JSON)',
      entryHelp:
        'With configuration, an object, and properties, a list of columns. What you take out has no value any more.',
      shape: 'Only configuration, an object, and properties, a list of objects, can stand here',
      overtaken: 'Somebody has changed {{place}} meanwhile. It is replaced when you save again.',
      gone: 'Somebody has removed this entry meanwhile',
      submit: 'Save changes',
    },
    saved: '{{name}} is saved',
    removed: '{{name}} is removed',
    question: 'Remove {{name}}?',
    warning: 'What it has set is lost. What Gatehouse reads itself is as it was before anything was set.',
    verb: 'Remove {{name}}',
  },
  { de: () => import('./entries.texts.de') },
)
