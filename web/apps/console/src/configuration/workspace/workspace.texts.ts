import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.configuration.workspace',
  {
    title: 'Workspace',
    purpose:
      'Values stored by your infrastructure code. They have no effect on the product and are not visible to tenants.',
    readOnly: 'Your role has read-only access.',
    card: 'Company',
    saved: 'Workspace saved',
    fields: {
      country: { label: 'Country', help: 'The country of your company.' },
      backend_stack: { label: 'Backend stack', help: 'The technology of your product’s backend.' },
      frontend_stack: { label: 'Frontend stack', help: 'The technology of your product’s frontend.' },
      host: { label: 'Previous host', help: 'The host of the platform that you are migrating from.' },
      open_saas_installed: { label: 'Starter kit installed', help: 'Stored as openSaaSInstalled.' },
    },
  },
  { de: () => import('./workspace.texts.de') },
)
