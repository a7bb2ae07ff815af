import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.connections',
  {
    title: 'Connections',
    purpose: 'Monitor the SSO connections, directories and webhooks of every tenant. Failing connections appear first.',
    columns: {
      name: 'Connection',
      tenant: 'Tenant',
      kind: 'Type',
      state: 'Status',
      lastSuccess: 'Last success',
      lastFailure: 'Last failure',
    },
    filters: { tenant: 'Tenant ID' },
    kind: { sso: 'Single sign-on', directory: 'Directory', webhook: 'Webhook' },
    types: { saml: 'SAML', okta: 'Okta', azure: 'Microsoft Entra ID', google: 'Google', oidc: 'OpenID Connect' },
    state: { failing: 'Failing', on: 'Active', off: 'Inactive' },
    problem: {
      not_answering: 'Not responding',
      given_up: 'Turned off after repeated delivery failures',
      domain_lost: 'DNS record for a domain not found',
      certificate_over: 'Certificate expired',
      test_failed: 'Last test sign-in failed',
    },
    since: 'since {{when}}',
    ownWebhook: 'Your own webhook',
    notKept: 'Not recorded',
    never: 'Never',
    empty: {
      title: 'No connections yet',
      help: 'SSO connections, directories and webhooks appear here when a tenant sets them up.',
    },
  },
  { de: () => import('./connections.texts.de') },
)
