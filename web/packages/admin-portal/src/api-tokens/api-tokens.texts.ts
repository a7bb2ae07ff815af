import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.apiTokens',
  {
    tenant: {
      title: 'API tokens',
      purpose:
        'Let scripts and services call the API for {{name}}. Tokens keep working when the user who created them leaves.',
      empty: 'Create a token so that a script or service can call the API for {{name}}.',
    },
    personal: {
      title: 'Personal tokens',
      purpose:
        'Let your own scripts call the API as you. A token has your permissions and stops working when you lose access to {{name}}.',
      empty: 'Create a token so that your scripts can call the API as you.',
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
      title: 'API tokens are turned off',
      help: 'New tokens cannot be created, and existing tokens are rejected.',
    },
    create: {
      button: 'Create token',
      title: 'Create API token',
      titlePersonal: 'Create personal token',
      submit: 'Create token',
      description: 'Description',
      descriptionHelp: 'What the token is used for, such as “Nightly import”.',
      descriptionMissing: 'Enter a description',
      roles: 'Roles',
      rolesHelp: 'Without a role, the token has no permissions. You can only grant permissions that you have.',
      rolesPlaceholder: 'Choose roles',
      expiry: 'Expires after',
      expiryNever: 'Never',
      days_one: '{{count}} day',
      days_other: '{{count}} days',
      neverHelp: 'A token without an expiry works until it is deleted.',
    },
    secret: {
      title: 'Save your token',
      clientId: 'Client ID',
      secret: 'Secret',
      accessToken: 'Access token',
    },
    edit: {
      title: 'Edit {{name}}',
      rolesHelp: 'Takes effect immediately, including for existing access tokens.',
      submit: 'Save changes',
      done: '{{name}} updated',
    },
    actions: { edit: 'Edit', copyId: 'Copy client ID', delete: 'Delete' },
    copied: 'Client ID copied',
    notCopied: 'The client ID could not be copied',
    delete: {
      title: 'Delete {{name}}?',
      text: 'API calls with this token are rejected immediately. This cannot be undone.',
      verb: 'Delete token',
      done: '{{name}} deleted',
    },
  },
  { de: () => import('./api-tokens.texts.de') },
)
