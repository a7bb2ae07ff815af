import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.features',
  {
    title: 'Features',
    purpose: 'Define the features that you include in plans or turn on with feature flags.',
    search: 'Search features',
    columns: { name: 'Feature', key: 'Key', permissions: 'Permissions', flag: 'Feature flag' },
    flagOn: 'On',
    flagOff: 'Off',
    flagNone: 'None',
    empty: {
      title: 'No features yet',
      help: 'Create a feature, check for it in your product and add it to plans.',
    },
    actions: { edit: 'Edit', delete: 'Delete' },
    create: {
      button: 'Create feature',
      title: 'Create feature',
      submit: 'Create feature',
      done: '{{name}} created',
    },
    edit: { title: 'Edit {{name}}', submit: 'Save changes', done: '{{name}} updated' },
    form: {
      name: 'Name',
      nameMissing: 'Enter a name',
      key: 'Key',
      keyHelp: 'The key that your product checks, for example exports. It cannot be changed later.',
      keyWrong: 'Use at most 100 letters, digits and the characters . : _ -',
      description: 'Description',
      permissions: 'Permissions',
      permissionsHelp: 'These permissions are effective only for users who also have the feature.',
      metadata: 'Metadata (JSON)',
      metadataHelp: 'For your own tools. Not visible to users and has no effect in Gatehouse.',
    },
    delete: {
      title: 'Delete {{name}}?',
      text: 'All users lose the feature, and its feature flag is deleted. A feature that is part of a plan cannot be deleted.',
      verb: 'Delete {{name}}',
      held: 'This feature is part of a plan. Remove it from the plan first.',
      done: '{{name}} deleted',
    },
  },
  { de: () => import('./features.texts.de') },
)
