import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.tenants.deleted',
  {
    title: 'Deleted',
    search: 'Search deleted tenants',
    columns: { name: 'Name', deletedAt: 'Deleted', deletedBy: 'Deleted by', eraseAt: 'Permanent deletion' },
    by: { vendor: 'Backend', machine: 'Machine', tenant_token: 'API token', other: 'Other' },
    below_one: 'and 1 sub-tenant',
    below_other: 'and {{count}} sub-tenants',
    beingErased: 'Being erased',
    export: 'Export data',
    empty: {
      title: 'No deleted tenants',
      help: 'Deleted tenants appear here until they are permanently erased. Until then, you can restore them.',
    },
    restore: {
      action: 'Restore',
      done: '{{name}} restored',
      doneWithoutAlias: '{{name}} restored without its alias {{alias}}, which another tenant now uses',
      refused: '{{name}} could not be restored: {{reason}}',
    },
    erase: {
      action: 'Erase now',
      title: 'Permanently erase {{name}}?',
      text: 'All data of {{name}} is erased. This cannot be undone. Export the data first if you may need it.',
      textWithBelow_one:
        'All data of {{name}} and its sub-tenant is erased. This cannot be undone. Export the data of both first if you may need it.',
      textWithBelow_other:
        'All data of {{name}} and its {{count}} sub-tenants is erased. This cannot be undone. Export the data of each first if you may need it.',
      verb: 'Erase {{name}}',
      done: 'Erasing {{name}}',
    },
    outlook: {
      loading: 'Loading details…',
      now: 'All users of {{name}} are signed out and lose access immediately.',
      nowWithBelow_one: 'All users of {{name}} and its sub-tenant are signed out and lose access immediately.',
      nowWithBelow_other:
        'All users of {{name}} and its {{count}} sub-tenants are signed out and lose access immediately.',
      until: 'You can restore the tenant until {{day}}. After that, all of its data is permanently erased.',
      atOnce: 'All of the tenant’s data is erased immediately. This cannot be undone.',
      unknown: 'The restore deadline could not be loaded.',
      licenses:
        'Its licenses are revoked and its subscriptions are canceled. Restoring the tenant does not restore them.',
    },
  },
  { de: () => import('./deleted.texts.de') },
)
