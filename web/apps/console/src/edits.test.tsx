import { boot, foreignServer } from '@gatehouse/sdk/testing'
import { check, type EditForm, formsIn, pick, testEdits, type } from '@gatehouse/ui/testing-edits'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ApplicationDialog } from './applications/application-dialog'
import { ClientDialog } from './applications/clients/client-dialog'
import { AppDialog } from './applications/mobile/app-dialog'
import { BrandCard } from './brand/brand-card'
import { WorkspaceCard } from './configuration/workspace/workspace-card'
import { ExpiryDialog } from './entitlements/expiry-dialog'
import { EventDialog } from './events/event-dialog'
import { FeatureDialog } from './features/feature-dialog'
import { FlagDialog } from './flags/flag-dialog'
import { EditDialog as EditLicenseDialog } from './licenses/edit-dialog'
import { ExtendDialog } from './licenses/extend-dialog'
import { MailDialog } from './messages/mail-dialog'
import { MailSenderCard } from './messages/mail-sender-card'
import { SmsSenderCard } from './messages/sms-sender-card'
import { SmsTab } from './messages/sms-tab'
import { CategoryDialog } from './permissions/category-dialog'
import { PermissionDialog } from './permissions/permission-dialog'
import { BillingCard } from './plans/billing/billing-card'
import { PlanDialog } from './plans/plan-dialog'
import { ColumnsCard } from './portal/columns/columns-card'
import { EntryDialog } from './portal/entries/entry-dialog'
import { GroupCard } from './portal/group-card'
import { PrehookDialog } from './prehooks/prehook-dialog'
import { RoleDialog } from './roles/role-dialog'
import { CaptchaCard } from './sign-in/captcha-card'
import { ProviderDialog } from './sign-in/provider-dialog'
import { TableCard } from './sign-in/table-card'
import { ChangeRoleDialog } from './staff/change-role-dialog'
import { AuditRetentionDialog } from './tenants/audit-retention-dialog'
import { MetadataDialog } from './tenants/metadata-dialog'
import { MoveDialog } from './tenants/move-dialog'
import { TenantDialog } from './tenants/tenant-dialog'
import { renderForm } from './testing'
import { RulesCard } from './tokens/rules/rules-card'
import { TemplateDialog } from './tokens/template-dialog'
import { EmailDialog } from './users/email-dialog'

// Rows contain the fields that a form reads, and nothing else of the response.
const server = foreignServer(...boot())

const close = () => undefined
const list = (stored: never) => [stored]
const run = async (save: () => Promise<unknown>) => void (await save())
const items = (stored: never) => ({ items: [stored] })
const itself = (stored: never) => stored

/** Serves a table of the vendor document, or one of its entries. */
const table = (name: string, key?: string) => ({
  [`/vendor/resources/configuration/v1/${name}`]: (stored: never) => ({
    table: name,
    values: key ? { [key]: stored } : stored,
  }),
})

const FEATURES = { '/entitlements/resources/features/v1': () => [] }
const TENANT = { '/tenants/resources/tenants/v2/t1': itself }
const LICENSE = { '/tenants/resources/licenses/v1/f1': itself }
const CATEGORY = { id: 'c1', name: 'Reports', description: '', permissions: [] }

const EDITS: EditForm[] = [
  {
    file: 'applications/application-dialog',
    stored: {
      id: 'a1',
      name: 'Shop',
      applicationType: 'first-party',
      type: 'web',
      description: 'older',
      appURL: '',
      loginURL: '',
      logoURL: '',
      redirectUris: [],
      allowedOrigins: [],
      accessType: 'FREE_ACCESS',
      isActive: true,
      hostedLogin: true,
      isDefault: false,
      clientId: '',
      signingAlgorithm: 'ES256',
      refreshTokenSeconds: 3600,
      dpopBoundAccessTokens: false,
      dpopNonce: false,
      requirePushedAuthorizationRequests: false,
      pkce: 'required',
      backchannelLogoutUri: '',
      allowDcr: false,
      frontendStack: 'react',
      metadata: {},
    },
    reads: { '/applications/resources/applications/v1/a1': itself },
    open: (application) => <ApplicationDialog application={application} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'applications/clients/client-dialog',
    stored: { id: 'c1', clientName: 'Agent', redirectURLs: ['https://older.test'], externalMetadata: {} },
    reads: { '/applications/application-clients/app/a1': list },
    open: (client) => (
      <ClientDialog application={{ id: 'a1', name: 'Shop' } as never} client={client} onMade={close} onClose={close} />
    ),
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'applications/mobile/app-dialog',
    stored: { platform: 'android', fingerprints: [Array(32).fill('AA').join(':')] },
    swap: ['AA', 'BB'],
    reads: table('mobile_apps', 'com.umbrella.app'),
    open: (app) => <AppDialog known={{ name: 'com.umbrella.app', app }} onClose={close} />,
    change: ['Fingerprints (SHA-256)', [Array(32).fill('AA').join(':'), Array(32).fill('CC').join(':')].join('\n')],
    mine: 'CC:CC',
    theirs: 'sent',
  },
  {
    file: 'brand/brand-card',
    stored: { name: 'Umbrella', logo_url: 'https://older.test/logo.png' },
    reads: table('brand'),
    open: (brand) => <BrandCard brand={brand} />,
    change: ['Product name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'configuration/workspace/workspace-card',
    stored: { country: 'older' },
    reads: table('workspace'),
    open: (workspace) => <WorkspaceCard workspace={workspace} />,
    change: ['Previous host', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'entitlements/expiry-dialog',
    stored: { id: 'e1', expirationDate: '2030-02-01T23:59:59Z' },
    swap: ['2030-02-01', '2030-03-01'],
    reads: { '/entitlements/resources/entitlements/v2/e1': itself },
    open: (row) => <ExpiryDialog row={row} onClose={close} />,
    change: ['Last day', '2030-04-15'],
    mine: '2030-04-1',
    theirs: 'asked',
  },
  {
    file: 'events/event-dialog',
    stored: { id: 'e1', key: 'e1', name: 'Overdue', description: 'older', category: 'Invoices' },
    reads: table('events', 'e1'),
    open: (event) => <EventDialog event={event} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'features/feature-dialog',
    stored: { id: 'f1', name: 'Exports', key: 'exports', description: 'older', permissions: ['older'], metadata: {} },
    reads: { '/entitlements/resources/features/v1': items, '/identity/resources/permissions/v1/categories': () => [] },
    open: (feature) => <FeatureDialog feature={feature} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'flags/flag-dialog',
    stored: {
      id: 'f1',
      name: 'Exports',
      feature: { id: 'f1' },
      description: 'older',
      on: true,
      offTreatment: 'false',
      defaultTreatment: 'false',
      rules: [],
      metadata: '{}',
    },
    reads: { ...FEATURES, '/entitlements/resources/feature-flags/v1/f1': itself },
    open: (flag) => <FlagDialog flag={flag} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'licenses/edit-dialog',
    stored: { fingerprint: 'f1', name: 'Teams', maxSeats: 7 },
    swap: ['7', '9'],
    reads: LICENSE,
    open: (license) => <EditLicenseDialog license={license} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'licenses/extend-dialog',
    stored: { fingerprint: 'f1', name: 'Teams', extendedUntil: '2030-02-01T00:00:00Z' },
    swap: ['2030-02-01', '2030-03-01'],
    reads: LICENSE,
    open: (license) => <ExtendDialog license={license} onClose={close} />,
    change: ['Last day', '2030-04-15'],
    theirs: 'asked',
  },
  {
    file: 'messages/mail-dialog',
    stored: {
      type: 'ResetPassword',
      subject: 'Reset',
      fromName: 'older',
      senderEmail: '',
      htmlTemplate: '<p>Hello</p>',
      active: true,
    },
    reads: {
      '/identity/resources/mail/v1/configs/templates': list,
      '/identity/resources/mail/v1/configs/ResetPassword/default': itself,
    },
    open: (written) => <MailDialog type="ResetPassword" written={written} onClose={close} />,
    change: ['Subject', 'mine'],
    theirs: 'sent',
  },
  {
    file: 'messages/mail-sender-card',
    stored: { provider: 'mailgun', extension: [{ domain: 'older.test', region: 'us' }], updatedAt: '2026-01-01' },
    reads: { '/identity/resources/mail/v1/configurations': itself },
    open: (sender) => <MailSenderCard sender={sender} />,
    async change() {
      await type('Domain', 'mine.test')
      await type('API key', 'secret-of-mine')
    },
    theirs: 'asked',
  },
  {
    file: 'messages/sms-sender-card',
    stored: { accountId: 'AC1', senderName: 'older', updatedAt: '2026-01-01' },
    reads: { '/identity/resources/configurations/v1/sms': itself },
    open: (sender) => <SmsSenderCard sender={sender} />,
    change: ['Sender name or number', 'mine'],
    theirs: 'asked',
  },
  {
    file: 'messages/sms-tab',
    stored: { type: 'OTC', template: 'older {{code}}' },
    reads: {
      '/identity/resources/configurations/v1/sms/templates': list,
      '/identity/resources/configurations/v1/sms/templates/default/all': list,
    },
    open: () => <SmsTab />,
    async change() {
      await userEvent.click((await screen.findAllByRole('button', { name: /^Edit/ }))[0] as HTMLElement)
      await type('Message', 'mine {{code}}')
    },
    theirs: 'asked',
  },
  {
    file: 'users/email-dialog',
    stored: { id: 'u1', name: 'Ada', email: 'older@acme.test' },
    reads: { '/identity/resources/vendor-only/users/v1/u1': itself },
    open: (one) => <EmailDialog user={one} typed={undefined} run={run} onClose={close} />,
    change: ['Email', 'mine@acme.test'],
    theirs: 'asked',
  },
  {
    file: 'permissions/category-dialog',
    stored: { ...CATEGORY, description: 'older' },
    reads: { '/identity/resources/permissions/v1/categories': list },
    open: (category) => <CategoryDialog category={category} onClose={close} />,
    change: ['Description', 'mine'],
    theirs: 'asked',
  },
  {
    file: 'permissions/permission-dialog',
    stored: {
      id: 'p1',
      name: 'Read',
      key: 'reports.read',
      description: 'older',
      categoryId: 'c1',
      assignmentType: 'ALWAYS',
    },
    reads: { '/identity/resources/permissions/v1/categories': (one) => [{ ...CATEGORY, permissions: [one] }] },
    open: (one) => <PermissionDialog permission={one} categories={[CATEGORY as never]} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'plans/billing/billing-card',
    stored: { default_plan: 'older' },
    reads: table('billing'),
    open: (billing) => <BillingCard billing={billing} plans={[]} />,
    change: () => check('Allow cancellation'),
    mine: 'false',
    theirs: 'untouched',
  },
  {
    file: 'plans/plan-dialog',
    stored: { id: 'p1', name: 'Pro', description: 'older', featureKeys: [], licenseTypes: [], rules: [], metadata: {} },
    reads: { ...FEATURES, '/entitlements/resources/plans/v1/p1': itself },
    open: (plan) => <PlanDialog plan={plan} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'portal/columns/columns-card',
    stored: [
      { name: 'email', displayName: 'older' },
      { name: 'ip', displayName: 'IP' },
    ],
    reads: {
      '/vendor/resources/configuration/v1/portal': (properties) => ({ values: { audits: { properties } } }),
    },
    open: (columns) => <ColumnsCard columns={columns} />,
    change: () => check('IP address'),
    mine: 'false',
    theirs: 'sent',
  },
  {
    file: 'portal/entries/entry-dialog',
    stored: { configuration: { color: 'older', size: 'small' }, properties: [] },
    reads: table('portal', 'shop'),
    open: (entry) => <EntryDialog known={{ name: 'shop', entry }} onClose={close} />,
    change: ['Entry (JSON)', '{"configuration": {"color": "older", "size": "mine"}, "properties": []}'],
    mine: 'mine',
    theirs: 'untouched',
  },
  {
    file: 'portal/group-card',
    stored: { users: { visibility: 'hidden', featureFlag: 'older' }, roles: { visibility: 'hidden' } },
    reads: {
      '/vendor/resources/configuration/v1/portal': (navigation) => ({
        values: { adminBox: { configuration: { navigation } } },
      }),
    },
    open: (navigation) => <GroupCard group="organization" navigation={navigation} />,
    change: () => check('Users'),
    mine: 'byPermissions',
    theirs: 'sent',
  },
  {
    file: 'prehooks/prehook-dialog',
    stored: {
      id: 'h1',
      displayName: 'Check',
      description: 'older',
      url: 'https://hook.test',
      eventKeys: ['SIGN_UP'],
      failMethod: 'CLOSE',
    },
    reads: { '/prehooks/resources/configurations/v1': list },
    open: (prehook) => <PrehookDialog prehook={prehook} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'roles/role-dialog',
    stored: {
      id: 'r1',
      name: 'Desk',
      key: 'desk',
      description: 'older',
      level: 5,
      isDefault: false,
      firstUserRole: false,
      permissions: ['older'],
    },
    reads: { '/identity/resources/roles/v1': list, '/identity/resources/permissions/v1/categories': () => [] },
    open: (role) => <RoleDialog role={role} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'sign-in/captcha-card',
    stored: { enabled: false, provider: 'recaptcha', siteKey: 'older', minScore: 0.5, ignoredEmails: [] },
    reads: { '/identity/resources/configurations/v1/captcha-policy': itself },
    open: (policy) => <CaptchaCard policy={policy} />,
    change: ['Exempt email addresses', 'mine@acme.test'],
    theirs: 'sent',
  },
  {
    file: 'sign-in/provider-dialog',
    stored: { client_id: 'c1', redirect_url: 'https://older.test/back' },
    reads: table('social', 'google'),
    open: (provider) => (
      <ProviderDialog row={{ table: 'social', key: 'google', name: 'Google', provider }} onClose={close} />
    ),
    change: ['Client ID', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'sign-in/table-card',
    stored: { lockout_enabled: true, lockout_max_attempts: 7 },
    swap: ['7', '9'],
    reads: table('policies'),
    open: (values) => <TableCard name="lockout" values={values} />,
    change: () => check('Lock account after failed attempts'),
    mine: 'false',
    theirs: 'untouched',
  },
  {
    file: 'staff/change-role-dialog',
    stored: { id: 'u1', userId: 'u1', name: 'Ada', email: 'ada@acme.test', role: 'support' },
    swap: ['support', 'finance'],
    reads: { '/vendor/resources/staff/v1': list },
    open: (member) => <ChangeRoleDialog member={member} typed={undefined} run={run} onClose={close} />,
    change: () => pick('Role', 'Read-only'),
    mine: 'read-only',
    theirs: 'asked',
  },
  {
    file: 'tenants/audit-retention-dialog',
    stored: { id: 't1', name: 'Acme', auditRetentionDays: 111 },
    swap: ['111', '222'],
    reads: TENANT,
    open: (tenant) => <AuditRetentionDialog tenant={tenant} onClose={close} />,
    change: ['Days', '333'],
    theirs: 'asked',
  },
  {
    file: 'tenants/metadata-dialog',
    stored: { id: 't1', name: 'Acme', metadata: '{"segment":"older"}' },
    reads: TENANT,
    open: (tenant) => <MetadataDialog tenant={tenant} onClose={close} />,
    async change() {
      await type('Key', 'region')
      await type('Value', 'mine')
    },
    theirs: 'untouched',
  },
  {
    file: 'tenants/move-dialog',
    stored: { id: 't1', name: 'Acme', parentTenantId: 'older' },
    reads: { ...TENANT, '/tenants/resources/tenants/v2': () => ({ items: [{ id: 'mine', name: 'Mine' }] }) },
    open: (tenant) => <MoveDialog tenant={tenant} onClose={close} />,
    change: () => pick('Parent tenant', 'Mine'),
    theirs: 'asked',
  },
  {
    file: 'tenants/tenant-dialog',
    stored: { id: 't1', tenantId: 't1', name: 'Acme', website: 'https://older.test' },
    reads: TENANT,
    open: (tenant) => <TenantDialog tenant={tenant} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
  {
    file: 'tokens/rules/rules-card',
    stored: [
      {
        conditionLogic: 'and',
        conditions: [{ attribute: 'userEmail', op: 'in_list', negate: false, value: { list: ['a@acme.test'] } }],
        treatment: 'older',
      },
    ],
    reads: {
      '/identity/resources/configurations/v1/jwt-template-targeting': (rules) => ({ targeting: { rules } }),
    },
    open: (rules) => (
      <RulesCard
        rules={rules}
        templates={['older', 'theirs', 'mine'].map((name) => ({ id: name, key: name, name })) as never}
      />
    ),
    change: () => pick('Template', 'mine'),
    theirs: 'asked',
  },
  {
    file: 'tokens/template-dialog',
    stored: { id: 't1', name: 'Gold', key: 'gold', description: 'older', expiration: 300, templateSchema: {} },
    reads: { '/identity/resources/jwt-templates/v1': items },
    open: (template) => <TemplateDialog template={template} onClose={close} />,
    change: ['Name', 'mine'],
    theirs: 'untouched',
  },
]

/** Forms without a stored record: they create something or run a single action. */
const CREATE = [
  'impersonation/impersonate-dialog',
  'applications/assign-tenant-dialog',
  'discrepancies/use-discrepancy-actions',
  'entitlements/grant-dialog',
  'flags/client/add-flag-dialog',
  'licenses/import-dialog',
  'licenses/issue-dialog',
  'licenses/key-dialog',
  'users/contacts/add-email-dialog',
  'users/contacts/add-phone-dialog',
  'users/erase-dialog',
  'users/merges/merge-dialog',
  'set-up/owner-form',
  'shared/reason-dialog',
  'staff/add-staff-dialog',
  'system/rotate-key',
  'tenants/invite-dialog',
  'tenants/plan-dialog',
]

testEdits(EDITS, server, (form) => renderForm(form, server))

test('every form of the console is tested as an edit, or creates something', () => {
  expect([...EDITS.map(({ file }) => file), ...CREATE].sort()).toEqual(formsIn(import.meta.dirname).sort())
})
