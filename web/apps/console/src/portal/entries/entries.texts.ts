import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.portal.entries',
  {
    title: 'Advanced',
    list: 'Entries',
    purpose:
      'Edit settings that the portal, the sign-in pages and your product read as JSON. Changes apply after a reload.',
    readOnly: 'Your role has read-only access.',
    known: {
      adminBox: 'Theme, texts, form fields and pages of the portal.',
      audits: 'Columns of the audit log.',
      saml: 'SAML metadata that identity providers receive.',
      notifications: 'Notifications in the portal.',
    },
    other: 'Read by your product.',
    add: 'Add entry',
    actions: 'Actions for {{name}}',
    edit: 'Edit',
    remove: 'Remove',
    form: {
      title: 'Edit {{name}}',
      name: 'Name',
      nameHelp: 'The name that your product reads.',
      nameWrong: 'Use at most 100 letters, digits and the characters _ -',
      nameTaken: 'This entry already exists',
      entry: 'Entry (JSON)',
      entryHelp:
        'An object with configuration (an object) and properties (a list of columns). Values that you remove are deleted.',
      shape: 'Use only configuration (an object) and properties (a list of objects)',
      overtaken: 'Another administrator changed {{place}}. Save again to overwrite it.',
      gone: 'This entry was removed by another administrator',
      submit: 'Save changes',
    },
    saved: '{{name}} saved',
    removed: '{{name}} removed',
    question: 'Remove {{name}}?',
    warning: 'The settings are lost, and Gatehouse uses its defaults.',
    verb: 'Remove {{name}}',
  },
  { de: () => import('./entries.texts.de') },
)
