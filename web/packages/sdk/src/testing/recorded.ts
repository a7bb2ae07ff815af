import { makeToken } from './make-token'

/** Recorded responses of the server, with shortened times and ids. */
const AT = '2026-01-01T00:00:00.000000+00:00'

export const ROLE = {
  id: 'r1',
  vendorId: 'v1',
  key: 'Admin',
  name: 'Admin',
  description: 'Runs the account',
  isDefault: false,
  firstUserRole: true,
  level: 0,
  createdAt: AT,
  updatedAt: AT,
  permissions: ['p1'],
}

export const PERMISSION = {
  id: 'p1',
  key: 'fe.account-hierarchy.*',
  name: 'Manage accounts',
  description: '',
  categoryId: 'c1',
  fePermission: true,
  assignmentType: 'ALWAYS',
  createdAt: AT,
  updatedAt: AT,
  roleIds: ['r1'],
}

export const ME = {
  id: 'u1',
  sub: 'u1',
  email: 'ada@acme.test',
  name: 'Ada Lovelace',
  verified: true,
  mfaEnrolled: false,
  mfaBypass: false,
  provider: 'local',
  metadata: '{}',
  createdAt: AT,
  lastLogin: AT,
  tenantId: 't1',
  activatedForTenant: true,
  isDisabled: false,
  managedBy: 'frontegg',
  subAccountAccessAllowed: false,
  isLocked: false,
  groups: [],
  tenantIds: ['t1'],
  tenants: [],
  rolesIds: [],
  roles: [],
  permissions: [],
}

export const TENANT = {
  deletedAt: null,
  id: 't1',
  tenantId: 't1',
  vendorId: 'v1',
  name: 'Acme',
  metadata: '{}',
  isReseller: false,
  hasCustomLogin: false,
  createdAt: AT,
  updatedAt: AT,
}

export const tenant = (tenantId: string, name: string) => ({ ...TENANT, id: tenantId, tenantId, name })

/** An item of `GET /api/v1/licenses`. */
export const LICENSE = {
  id: 'l1',
  name: 'Acme',
  licenseType: 'teams',
  isTrial: false,
  maxSeats: 10,
  usedSeats: 7,
  fingerprint: 'f1',
  isOver: false,
}

/** The response of `POST /oauth/token`, with the claims of its id token. */
export const oauthTokens = (claims: Record<string, unknown> = {}) => ({
  token_type: 'Bearer',
  access_token: makeToken(),
  id_token: makeToken(claims),
  refresh_token: 'r',
  expires_in: 300,
})

export const METADATA_ROW = {
  id: 'v1',
  vendorId: 'v1',
  entityName: 'adminBox',
  configuration: {},
  properties: [],
  createdAt: AT,
  updatedAt: AT,
}

export const PASSWORD_CONFIG = {
  minLength: 15,
  maxLength: 256,
  allowPassphrases: true,
  minPhraseLength: 15,
  minOptionalTestsToPass: 0,
  requiredTests: { checkThreeRepeatedChars: false },
  optionalTests: {
    requireLowercase: false,
    requireUppercase: false,
    requireNumbers: false,
    requireSpecialChars: false,
  },
}

export const PUBLIC_CONFIGURATION = {
  authStrategy: 'EmailAndPassword',
  allowSignups: true,
  allowNotVerifiedUsersLogin: false,
  apiTokensEnabled: true,
  forcePermissions: false,
  machineToMachineAuthStrategy: 'ClientCredentials',
}

/** The response of `PUT /team/resources/members/v1`. */
export const MEMBER = {
  id: 'u2',
  email: 'grace@acme.test',
  name: 'Grace Hopper',
  tenantId: 't1',
  vendorId: 'v1',
  roleIds: [],
  roles: [],
  activatedForTenant: true,
  createdAt: AT,
  joinedAt: AT,
  lastLogin: AT,
  mfaEnabled: false,
  tenants: [],
  verified: true,
  managedBy: 'frontegg',
  isDisabled: false,
}

export const LOGIN = {
  tokenType: 'bearer',
  accessToken: '',
  expiresIn: 300,
  expires: AT,
  mfaRequired: false,
  userId: 'u1',
  userEmail: 'ada@acme.test',
  emailVerified: true,
}
