import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.impersonation',
  {
    action: 'Impersonate a user',
    actionFor: 'Impersonate',
    title: 'Impersonate {{name}}',
    titleIn: 'Impersonate a user of {{name}}',
    text: 'You get the same access as the user for up to one hour. You cannot change passwords, MFA methods, payments or permissions. Your name and reason are recorded in your audit log and in the tenant’s.',
    tenant: 'Tenant',
    person: 'User',
    personHelp: 'Search by name or email.',
    reason: 'Reason',
    reasonHelp: 'For example, a support ticket number. The tenant can see the reason in its audit log.',
    reasonShort: 'Enter a reason of at least 3 characters',
    chosen: 'Choose a user or tenant',
    submit: 'Create link',
    forbidden: '{{name}} does not allow impersonation. An administrator of the tenant must allow it first.',
    ready: {
      title: 'Open the link within two minutes',
      text: 'Open this link in a private window. It works once and signs that browser in as {{name}}. If you open it in this window, you will be signed out of the console.',
      label: 'Link',
      copy: 'Copy link',
      here: 'Open in this window',
      close: 'Done',
    },
  },
  { de: () => import('./impersonation.texts.de') },
)
