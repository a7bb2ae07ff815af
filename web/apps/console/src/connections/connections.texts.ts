import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.connections',
  {
    title: 'Connections',
    purpose: "Every tenant's single sign-on, directories and webhooks; what fails comes first.",
    columns: {
      name: 'Connection',
      tenant: 'Tenant',
      kind: 'Kind',
      state: 'State',
      lastSuccess: 'Last success',
      lastFailure: 'Last failure',
    },
    filters: { tenant: 'Tenant ID' },
    kind: { sso: 'Single sign-on', directory: 'Directory', webhook: 'Webhook' },
    types: { saml: 'SAML', okta: 'Okta', azure: 'Microsoft Entra', google: 'Google', oidc: 'OpenID Connect' },
    state: { failing: 'Failing', on: 'On', off: 'Off' },
    problem: {
      not_answering: 'Does not answer',
      given_up: 'Switched off: nothing arrived any more',
      domain_lost: 'The record of a domain is gone',
      certificate_over: 'The certificate is over',
      test_failed: 'The last test login failed',
    },
    since: 'since {{when}}',
    ownWebhook: 'Your own',
    notKept: 'Not kept',
    never: 'Never',
    empty: {
      title: 'No connections yet',
      help: 'When a tenant connects single sign-on, a directory or a webhook, it is found here.',
    },
  },
  { de: () => import('./connections.texts.de') },
)
