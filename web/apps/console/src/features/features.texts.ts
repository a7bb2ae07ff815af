import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.features',
  {
    title: 'Features',
    purpose: 'What can be sold in plans, or be switched on for some.',
    search: 'Search features',
    columns: { name: 'Feature', key: 'Key', permissions: 'Permissions', flag: 'Flag' },
    flagOn: 'On',
    flagOff: 'Off',
    flagNone: 'None',
    empty: { title: 'No features yet', help: 'A feature is what a plan sells and what your product asks for.' },
    actions: { edit: 'Edit', delete: 'Delete' },
    create: {
      button: 'Create feature',
      title: 'Create feature',
      submit: 'Create feature',
      done: '{{name}} is created',
    },
    edit: { title: 'Edit {{name}}', submit: 'Save changes', done: '{{name}} is changed' },
    form: {
      name: 'Name',
      nameMissing: 'Enter a name',
      key: 'Key',
      keyHelp: 'What your product asks for, such as exports. It stays.',
      keyWrong: 'Use letters, digits and . : _ - and no more than 100 of them',
      description: 'Description',
      permissions: 'Permissions',
      permissionsHelp: 'They count only together with the feature: without it they allow nothing.',
      metadata: 'Metadata (JSON)',
      metadataHelp: 'Notes of yours for your own tools. People do not see them, and nothing here depends on them.',
    },
    delete: {
      title: 'Delete {{name}}?',
      text: 'Nobody has it any more, and its flag goes with it. While a plan holds it, it cannot go.',
      verb: 'Delete {{name}}',
      held: 'A plan holds this feature. Take it out of the plan first.',
      done: '{{name}} is deleted',
    },
  },
  { de: () => import('./features.texts.de') },
)
