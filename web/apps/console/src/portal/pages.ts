/** Setting of a page in `[portal.adminBox.configuration.navigation]`. */
export interface Entry {
  readonly visibility?: string
  readonly featureFlag?: string
}

export type Navigation = Readonly<Record<string, Entry>>

export type PageName =
  | 'profile'
  | 'privacy'
  | 'personalApiTokens'
  | 'account'
  | 'users'
  | 'groups'
  | 'roles'
  | 'allAccounts'
  | 'allUsers'
  | 'sso'
  | 'provisioning'
  | 'securityCenter'
  | 'security'
  | 'audits'
  | 'reports'
  | 'apiTokens'
  | 'webhooks'
  | 'connectivity'
  | 'subscriptions'
  | 'usage'

/** Pages of the portal, grouped as in its navigation. */
export const GROUPS = {
  you: ['profile', 'privacy', 'personalApiTokens'],
  organization: ['account', 'users', 'groups', 'roles', 'allAccounts', 'allUsers', 'sso', 'provisioning'],
  security: ['securityCenter', 'security', 'audits', 'reports'],
  developers: ['apiTokens', 'webhooks', 'connectivity'],
  billing: ['subscriptions', 'usage'],
} as const satisfies Record<string, readonly PageName[]>

export type GroupName = keyof typeof GROUPS

/** Pages that are visible by default. */
const SHOWN: ReadonlySet<PageName> = new Set([
  'profile',
  'privacy',
  'account',
  'users',
  'allAccounts',
  'securityCenter',
  'security',
  'audits',
])

export const isShown = (navigation: Navigation, page: PageName): boolean =>
  (navigation[page]?.visibility ?? (SHOWN.has(page) ? 'always' : 'hidden')) !== 'hidden'

/**
 * Entry that shows or hides a page. An explicit empty flag is needed, because clients keep some pages behind a flag by
 * default.
 */
export function navigationEntry(navigation: Navigation, page: PageName, shown: boolean): Entry {
  const { featureFlag = '' } = navigation[page] ?? {}
  return shown ? { visibility: 'byPermissions', featureFlag } : { visibility: 'hidden' }
}
