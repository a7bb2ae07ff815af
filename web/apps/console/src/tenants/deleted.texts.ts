import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.tenants.deleted',
  {
    title: 'Deleted',
    search: 'Search deleted tenants',
    columns: { name: 'Name', deletedAt: 'Deleted', deletedBy: 'By', eraseAt: 'Erased for good' },
    by: { vendor: 'A backend', machine: 'A machine', tenant_token: 'An API token', other: 'Somebody else' },
    below_one: 'and one tenant below it',
    below_other: 'and {{count}} tenants below it',
    beingErased: 'Being erased',
    export: 'Export data',
    empty: {
      title: 'No deleted tenants',
      help: 'A tenant that is deleted waits here for a while. Until it is erased you can restore it.',
    },
    restore: {
      action: 'Restore',
      done: '{{name}} is restored',
      doneWithoutAlias: '{{name}} is restored without its alias {{alias}}, which another tenant has now',
      refused: '{{name}} was not restored: {{reason}}',
    },
    erase: {
      action: 'Erase now',
      title: 'Erase {{name}} for good?',
      text: 'Everything that {{name}} had is erased now. Nobody can bring it back. Export it before if it may be needed.',
      textWithBelow_one:
        'Everything that {{name}} and the tenant below it had is erased now. Nobody can bring it back. Export both before if they may be needed.',
      textWithBelow_other:
        'Everything that {{name}} and the {{count}} tenants below it had is erased now. Nobody can bring it back. Export each before if it may be needed.',
      verb: 'Erase {{name}}',
      done: '{{name}} is being erased',
    },
    outlook: {
      loading: 'Looking up what would happen',
      now: 'Everybody in {{name}} is signed out at once, and nothing opens there any more.',
      nowWithBelow_one:
        'Everybody in {{name}} and in the tenant below it is signed out at once, and nothing opens there any more.',
      nowWithBelow_other:
        'Everybody in {{name}} and in the {{count}} tenants below it is signed out at once, and nothing opens there any more.',
      until: 'You can restore it until {{day}}. Then everything it had is erased for good.',
      atOnce: 'Everything it had is erased at once. Nobody can bring it back.',
      unknown: 'Until when you can restore it could not be looked up.',
      licenses: 'Its licenses are revoked and its subscriptions end; restoring it does not bring those back.',
    },
  },
  { de: () => import('./deleted.texts.de') },
)
