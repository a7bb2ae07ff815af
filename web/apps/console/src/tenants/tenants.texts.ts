import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.tenants',
  {
    title: 'Tenants',
    purpose: 'Every company that uses the product, those below others too.',
    search: 'Search tenants',
    columns: { name: 'Name', website: 'Website', createdAt: 'Created' },
    reseller: 'Reseller',
    empty: { title: 'No tenants yet', help: 'A tenant comes with each company that signs up, or is made here.' },
    actions: { edit: 'Edit', delete: 'Delete' },
    create: { button: 'Create tenant', title: 'Create tenant', submit: 'Create tenant', done: '{{name}} is created' },
    edit: { title: 'Edit {{name}}', submit: 'Save changes', done: '{{name}} is changed' },
    form: { name: 'Name', nameMissing: 'Enter a name', website: 'Website' },
    delete: {
      title: 'Delete {{name}}?',
      text: 'Everybody in {{name}}, and in every tenant below it, is signed out at once. What they have there is gone.',
      verb: 'Delete {{name}}',
      done: '{{name}} is deleted',
    },
    drawer: {
      title: 'Tenant details',
      id: 'Tenant ID',
      copyId: 'Copy tenant ID',
      alias: 'Sign-in alias',
      parent: 'Below',
      creator: 'Created by',
      none: 'None',
      gone: 'There is no such tenant',
      goneHelp: 'It may have been deleted.',
    },
  },
  { de: () => import('./tenants.texts.de') },
)
