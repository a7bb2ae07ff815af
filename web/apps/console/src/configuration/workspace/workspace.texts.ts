import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.configuration.workspace',
  {
    title: 'Workspace',
    purpose:
      'What infrastructure code keeps here, so that it finds it again. Nothing here depends on it, and customers do not see it.',
    readOnly: 'Your role lets you read this, not change it.',
    card: 'About your company',
    saved: 'The workspace is saved',
    fields: {
      country: { label: 'Country', help: 'Of your company.' },
      backend_stack: { label: 'Server', help: 'What your product’s server is made of.' },
      frontend_stack: { label: 'Pages', help: 'What your product’s pages are made of.' },
      host: { label: 'Host', help: 'Of the platform that you come from.' },
      open_saas_installed: { label: 'Starter kit is in use', help: 'Kept as it is set, as openSaaSInstalled.' },
    },
  },
  { de: () => import('./workspace.texts.de') },
)
