import { boot, foreignServer, recorded } from '@gatehouse/sdk/testing'
import { check, type EditForm, formsIn, pick, testEdits } from '@gatehouse/ui/testing-edits'
import { createRoute } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { AccountForm } from './account/account-form'
import { CustomLoginForm } from './account/custom-login-form'
import { RenameDialog as RenameAccountDialog } from './accounts/rename-dialog'
import { RolesDialog as AccountRolesDialog } from './accounts/roles-dialog'
import { EditDialog as EditTokenDialog } from './api-tokens/edit-dialog'
import { EMAIL } from './connectivity/channels'
import { SlackDialog } from './connectivity/slack-dialog'
import { SubscriptionDialog } from './connectivity/subscription-dialog'
import { GroupDialog } from './groups/group-dialog'
import { RolesDialog as GroupRolesDialog } from './groups/roles-dialog'
import { ProfileForm } from './profile/profile-form'
import { RenameDialog as RenameConnectionDialog } from './provisioning/connection-dialog'
import { ScheduleDialog } from './reports/schedule-dialog'
import { RoleDialog } from './roles/role-dialog'
import { CountriesForm } from './security/countries-form'
import { HistoryCard } from './security/history-card'
import { LockoutCard } from './security/lockout-card'
import { MfaCard } from './security/mfa-card'
import { SessionsForm } from './security/sessions-form'
import { ClaimsDialog } from './sso/claims-dialog'
import { ByHandDialog, MetadataUrlDialog, OidcDialog } from './sso/provider-dialogs'
import { DefaultRolesDialog, GroupDialog as SsoGroupDialog } from './sso/role-dialogs'
import { DetailsDialog } from './subscriptions/details-dialog'
import { ADMIN, person, renderRoutes, role } from './testing'
import { ApplicationsDialog } from './users/applications/applications-dialog'
import { EditDialog as EditUserDialog } from './users/edit-dialog'
import { ExpiryDialog } from './users/expiry-dialog'
import { WebhookDialog } from './webhooks/webhook-dialog'

// Rows say what a form reads, and nothing else of what the server answers.
const server = foreignServer(...boot())

const close = () => undefined
const list = (stored: never) => [stored]
const items = (stored: never) => ({ items: [stored] })
const itself = (stored: never) => stored

const ROLES = ['older', 'theirs', 'mine'].map((name) => role(name, { id: name }))
const ONE_ROLE = { roles: [{ id: 'older', name: 'older' }], roleIds: ['older'] }
const pickRole = () => pick('Roles', /^mine/)

const CONNECTIONS = { '/team/resources/sso/v1/configurations': list }
const ACCOUNT = { '/tenants/resources/account-settings/v1': itself }
const CONNECTION = {
  id: 'c1',
  type: 'oidc',
  ssoEndpoint: 'https://older.test',
  idpEntityId: 'older',
  publicCertificate: 'older',
  oidcClientId: 'client',
  oidcSecret: 'older',
  oidcScopes: ['older'],
  emailClaim: 'email',
  metadataUrl: 'https://older.test/metadata',
  groups: [],
  roleIds: ['older'],
}

const EDITS: EditForm[] = [
  {
    file: 'account/account-form',
    stored: { name: 'Acme', website: 'https://older.test' },
    reads: ACCOUNT,
    open: (account) => <AccountForm account={account} />,
    change: ['Company name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'account/custom-login-form',
    stored: { alias: 'acme', loginUrl: 'https://older.test' },
    reads: ACCOUNT,
    open: (account) => <CustomLoginForm account={account} />,
    change: ['Alias', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'accounts/rename-dialog',
    stored: { tenantId: 'a1', name: 'older' },
    reads: { '/tenants/resources/hierarchy/v2/metadata': list },
    open: (account) => <RenameAccountDialog account={account} onClose={close} />,
    change: ['Account name', 'mine'],
    theirs: 'asked',
  },
  {
    file: 'accounts/roles-dialog',
    stored: { id: 'u1', name: 'Ada', tenants: [{ tenantId: 'a1', ...ONE_ROLE }] },
    reads: { '/identity/resources/users/v3': items },
    open: (one) => <AccountRolesDialog account={{ tenantId: 'a1', name: 'Below' }} person={one} onClose={close} />,
    change: pickRole,
    theirs: 'sent',
  },
  {
    file: 'api-tokens/edit-dialog',
    stored: { id: 't1', clientId: 't1', kind: 'credentials', description: 'Build', roleIds: ['older'] },
    reads: {
      '/identity/resources/tenants/api-tokens/v1': list,
      '/identity/resources/tenants/access-tokens/v1': () => ({ accessTokens: [] }),
    },
    open: (token) => <EditTokenDialog token={token} onClose={close} />,
    change: ['Description', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'connectivity/slack-dialog',
    stored: { id: 's1', isActive: true, slackEvents: [{ eventKey: 'e1', channelIds: ['older'] }] },
    reads: {
      '/integrations/resources/configurations/v1/slack': (one) => ({ slackSubscriptions: [one] }),
      '/integrations/resources/configurations/v1/slack/channels': () =>
        ['older', 'theirs', 'mine'].map((name) => ({ id: name, name })),
      '/event/resources/configurations/v1': () => [],
    },
    open: (one) => <SlackDialog subscription={one} onClose={close} />,
    change: () => pick('Channels', '#mine'),
    theirs: 'sent',
  },
  {
    file: 'connectivity/subscription-dialog',
    stored: { id: 's1', eventKey: 'e1', name: 'On call', recipients: ['older@acme.test'], enabled: true },
    reads: {
      '/integrations/resources/configurations/v1/emails': (one) => [
        { eventKey: 'e1', enabled: true, subscriptions: [one], failures: [] },
      ],
      '/event/resources/configurations/v1': () => [],
    },
    open: (one) => <SubscriptionDialog channel={EMAIL} subscription={one} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'sent',
  },
  {
    file: 'groups/group-dialog',
    stored: { id: 'g1', name: 'Desk', description: 'older' },
    reads: { '/identity/resources/groups/v1/g1': itself },
    open: (group) => <GroupDialog group={group} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'groups/roles-dialog',
    stored: { id: 'g1', name: 'Desk', ...ONE_ROLE },
    reads: { '/identity/resources/groups/v1/g1': itself },
    open: (group) => <GroupRolesDialog group={group} onClose={close} />,
    change: pickRole,
    theirs: 'untouched',
  },
  {
    file: 'profile/profile-form',
    stored: {
      ...recorded.ME,
      permissions: [{ ...recorded.PERMISSION, key: 'fe.*' }],
      metadata: '{"jobTitle":"older"}',
    },
    reads: { '/identity/resources/users/v2/me': itself },
    open: (user) => <ProfileForm user={user} />,
    change: ['Address', 'mine'],
    theirs: 'sent',
  },
  {
    file: 'provisioning/connection-dialog',
    stored: { id: 'd1', connectionName: 'older' },
    reads: { '/directory/resources/v1/configurations/scim2': list },
    open: (connection) => <RenameConnectionDialog connection={connection} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'asked',
  },
  {
    file: 'reports/schedule-dialog',
    stored: { id: 'r1', name: 'Users', status: 'active', schedule: { interval: 'weekly', tz: 'Europe/Berlin' } },
    swap: ['Europe/Berlin', 'Europe/Paris'],
    reads: { '/reports/resources/reports/v2/tenant-reports': list },
    open: (report) => <ScheduleDialog report={report} onClose={close} />,
    change: () => pick('Frequency', 'Every day'),
    mine: 'daily',
    theirs: 'sent',
  },
  {
    file: 'roles/role-dialog',
    stored: { id: 'r1', name: 'Desk', description: 'older', isDefault: false, permissions: ['older'] },
    reads: { '/team/resources/roles/v1': items, '/identity/resources/permissions/v1/categories': () => [] },
    open: (one) => <RoleDialog role={one} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'security/countries-form',
    stored: {
      enabled: true,
      action: 'BLOCK',
      failStrategy: 'ALLOW',
      shouldSendRestrictionEmail: false,
      countries: ['DE'],
    },
    swap: ['DE', 'FR'],
    reads: {
      '/security-engines/resources/policies/v1/country-restriction': itself,
      '/security-engines/resources/policies/v1/country-restriction/countries': ({
        countries,
      }: {
        countries: string[]
      }) => countries.map((countryCode) => ({ countryCode })),
    },
    open: (set) => <CountriesForm set={set} />,
    change: () => pick('Countries', 'Austria'),
    mine: 'AT',
    theirs: 'sent',
  },
  {
    file: 'security/history-card',
    stored: { enabled: true, historySize: 7 },
    swap: ['7', '9'],
    reads: { '/identity/resources/configurations/v1/password-history-policy': itself },
    open: (policy) => <HistoryCard policy={policy} />,
    change: () => check('Block password reuse'),
    mine: 'false',
    theirs: 'sent',
  },
  {
    file: 'security/lockout-card',
    stored: { enabled: true, maxAttempts: 7 },
    swap: ['7', '9'],
    reads: { '/identity/resources/configurations/v1/lockout-policy': itself },
    open: (policy) => <LockoutCard policy={policy} />,
    change: () => check('Lock account after failed attempts'),
    mine: 'false',
    theirs: 'sent',
  },
  {
    file: 'security/mfa-card',
    stored: { enforceMFAType: 'DontForce', allowRememberMyDevice: true, mfaDeviceExpiration: 86_400 },
    swap: ['DontForce', 'Force'],
    reads: { '/identity/resources/configurations/v1/mfa-policy': itself },
    open: (policy) => <MfaCard policy={policy} />,
    change: () => check('Allow remembered devices'),
    mine: 'false',
    theirs: 'sent',
  },
  {
    file: 'security/sessions-form',
    stored: {
      sessionIdleTimeoutConfiguration: { isActive: true, timeout: 7200 },
      sessionConcurrentConfiguration: { isActive: true, maxSessions: 5 },
    },
    swap: ['7200', '3600'],
    reads: { '/identity/resources/configurations/sessions/v1': itself },
    open: (limits) => <SessionsForm limits={limits} />,
    change: ['Maximum concurrent sessions', '8'],
    theirs: 'untouched',
  },
  {
    file: 'sso/claims-dialog',
    stored: CONNECTION,
    reads: CONNECTIONS,
    open: (connection) => <ClaimsDialog connection={connection} onClose={close} />,
    change: ['Email claim', 'mine'],
    theirs: 'sent',
  },
  {
    file: 'sso/provider-dialogs',
    stored: CONNECTION,
    reads: CONNECTIONS,
    open: (connection) => <MetadataUrlDialog connection={connection} onClose={close} />,
    change: ['Metadata URL', 'https://mine.test'],
    theirs: 'asked',
  },
  {
    file: 'sso/provider-dialogs',
    stored: CONNECTION,
    reads: CONNECTIONS,
    open: (connection) => <ByHandDialog connection={connection} onClose={close} />,
    change: ['Sign-in URL', 'https://mine.test'],
    theirs: 'asked',
  },
  {
    file: 'sso/provider-dialogs',
    stored: CONNECTION,
    reads: CONNECTIONS,
    open: (connection) => <OidcDialog connection={connection} onClose={close} />,
    change: ['Client ID', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'sso/role-dialogs',
    stored: CONNECTION,
    reads: CONNECTIONS,
    open: (connection) => <DefaultRolesDialog connection={connection} onClose={close} />,
    change: pickRole,
    theirs: 'sent',
  },
  {
    file: 'sso/role-dialogs',
    stored: { ...CONNECTION, groups: [{ id: 'g1', group: 'Desk', roleIds: ['older'] }] },
    reads: CONNECTIONS,
    open: (connection: { groups: [never] }) => (
      <SsoGroupDialog connection={connection as never} group={connection.groups[0]} onClose={close} />
    ),
    change: pickRole,
    theirs: 'sent',
  },
  {
    file: 'subscriptions/details-dialog',
    stored: { id: 'm1', billingDetails: { email: 'older@acme.test', address: { city: 'Bonn' } } },
    reads: { '/subscriptions/resources/billing/payment-methods/v1': list },
    open: (method) => <DetailsDialog method={method} onClose={close} />,
    change: ['City', 'mine'],
    theirs: 'sent',
  },
  {
    file: 'users/applications/applications-dialog',
    stored: { userId: 'ada', appIds: ['older'] },
    reads: { '/identity/resources/applications/v1/users-apps': list },
    open: ({ appIds }: { appIds: string[] }) => (
      <ApplicationsDialog
        user={person('Ada')}
        all={['older', 'theirs', 'mine'].map((name) => ({ id: name, name, accessType: 'MANAGED_ACCESS' })) as never}
        assigned={appIds}
        onClose={close}
      />
    ),
    change: () => pick('Applications', 'mine'),
    theirs: 'untouched',
  },
  {
    file: 'users/edit-dialog',
    stored: person('Ada', ONE_ROLE as never),
    reads: { '/identity/resources/users/v1/ada': itself },
    open: (user) => <EditUserDialog user={user} onClose={close} />,
    change: pickRole,
    theirs: 'sent',
  },
  {
    file: 'users/expiry-dialog',
    stored: person('Ada', { temporaryExpirationDate: '2030-02-01T00:00:00Z' } as never),
    swap: ['2030-02-01', '2030-03-01'],
    reads: { '/identity/resources/users/v1/ada': itself },
    open: (user) => <ExpiryDialog user={user} onClose={close} />,
    change: ['Last day of access', '2030-04-01'],
    mine: 'expirationInSeconds',
    theirs: 'asked',
  },
  {
    file: 'webhooks/webhook-dialog',
    stored: {
      id: 'w1',
      _id: 'w1',
      displayName: 'Shop',
      url: 'https://older.test',
      eventKeys: ['older'],
      description: '',
    },
    reads: { '/webhook': list, '/event/resources/configurations/v1/categories': () => [] },
    open: (webhook) => <WebhookDialog webhook={webhook} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
]

/** Forms that begin with nothing that is stored: they create something, or run a single action. */
const CREATE = [
  'accounts/create-dialog',
  'accounts/invite-dialog',
  'api-tokens/create-dialog',
  'groups/add-members-dialog',
  'privacy/code-dialog',
  'privacy/number-dialog',
  'privacy/password-dialog',
  'profile/picture-dialog',
  'provisioning/connection-dialog',
  'reports/send-dialog',
  'security/add-domain-dialog',
  'security/add-ip-dialog',
  'sso/create-dialog',
  'sso/domain-dialogs',
  'sso/domain-dialogs',
  'subscriptions/card-dialog',
  'users/applications/assign-many-dialog',
  'users/invite-dialog',
  'users/invite-link-form',
]

function render(form: ReactElement) {
  renderRoutes('/', (parent) => [createRoute({ getParentRoute: parent, path: '/', component: () => form })], {
    person: ADMIN,
    server,
  })
}

testEdits(
  EDITS.map((form) => ({ ...form, reads: { '/team/resources/roles/v1': () => ({ items: ROLES }), ...form.reads } })),
  server,
  render,
)

test('every form of the portal is tested as an edit, or creates something', () => {
  expect([...EDITS.map(({ file }) => file), ...CREATE].sort()).toEqual(formsIn(import.meta.dirname).sort())
})
