export const texts = {
  title: 'Verbindungen',
  purpose:
    'Überwachen Sie die SSO-Verbindungen, Verzeichnisse und Webhooks aller Mandanten. Gestörte Verbindungen stehen oben.',
  columns: {
    name: 'Verbindung',
    tenant: 'Mandant',
    kind: 'Typ',
    state: 'Status',
    lastSuccess: 'Letzter Erfolg',
    lastFailure: 'Letzter Fehler',
  },
  filters: { tenant: 'Mandanten-ID' },
  kind: { sso: 'Single Sign-on', directory: 'Verzeichnis', webhook: 'Webhook' },
  types: { saml: 'SAML', okta: 'Okta', azure: 'Microsoft Entra ID', google: 'Google', oidc: 'OpenID Connect' },
  state: { failing: 'Gestört', on: 'Aktiv', off: 'Inaktiv' },
  problem: {
    not_answering: 'Antwortet nicht',
    given_up: 'Nach wiederholten Zustellfehlern ausgeschaltet',
    domain_lost: 'DNS-Eintrag einer Domain nicht gefunden',
    certificate_over: 'Zertifikat abgelaufen',
    test_failed: 'Letzte Testanmeldung fehlgeschlagen',
  },
  since: 'seit {{when}}',
  ownWebhook: 'Eigener Webhook',
  notKept: 'Nicht erfasst',
  never: 'Nie',
  empty: {
    title: 'Noch keine Verbindungen',
    help: 'SSO-Verbindungen, Verzeichnisse und Webhooks erscheinen hier, sobald ein Mandant sie einrichtet.',
  },
} as const
