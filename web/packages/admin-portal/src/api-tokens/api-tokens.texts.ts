import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.apiTokens',
  {
    tenant: {
      title: 'API tokens',
      purpose: 'What machines sign in with for {{name}}. They go on working when the person who made them leaves.',
      empty: 'With a token, a script or a service calls the API for {{name}}.',
    },
    personal: {
      title: 'Personal tokens',
      purpose:
        'What your own scripts sign in with. A token may do what you may, and ends with your access to {{name}}.',
      empty: 'With a token, a script of yours calls the API as you.',
    },
    search: 'Search tokens',
    emptyTitle: 'No tokens yet',
    columns: {
      token: 'Token',
      roles: 'Roles',
      createdBy: 'Created by',
      createdAt: 'Created',
      expires: 'Expires',
      lastUsed: 'Last used',
    },
    accessToken: 'Access token',
    never: 'Never',
    expired: 'Expired',
    noRoles: 'None',
    off: {
      title: 'API tokens are switched off',
      help: 'They are not offered here. Tokens that were made before are refused.',
    },
    create: {
      button: 'Create token',
      title: 'Create an API token',
      titlePersonal: 'Create a personal token',
      submit: 'Create token',
      description: 'Description',
      descriptionHelp: 'What uses it, such as “Nightly import”',
      descriptionMissing: 'Say what will use the token',
      roles: 'Roles',
      rolesHelp: 'Without a role the token may do nothing. You can give what you have yourself.',
      rolesPlaceholder: 'Choose roles',
      expiry: 'Expires after',
      expiryNever: 'Never',
      days_one: '{{count}} day',
      days_other: '{{count}} days',
      neverHelp: 'A token without an end works until somebody deletes it.',
    },
    secret: {
      title: 'Keep your token',
      clientId: 'Client ID',
      secret: 'Secret',
      accessToken: 'Access token',
    },
    actions: { copyId: 'Copy client ID', delete: 'Delete' },
    copied: 'The client ID is copied',
    notCopied: 'The client ID could not be copied',
    delete: {
      title: 'Delete {{name}}?',
      text: 'Whatever calls with this token is refused from then on. This cannot be undone.',
      verb: 'Delete token',
      done: '{{name}} is deleted',
    },
  },
  { de: () => import('./api-tokens.texts.de') },
)
