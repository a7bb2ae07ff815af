/** What the vendor has said of one page, in `[portal.adminBox.configuration.navigation]`. */
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

/** The pages that there are, as the portal has them in its own navigation. */
export const GROUPS = {
  you: ['profile', 'privacy', 'personalApiTokens'],
  organization: ['account', 'users', 'groups', 'roles', 'allAccounts', 'allUsers', 'sso', 'provisioning'],
  security: ['securityCenter', 'security', 'audits', 'reports'],
  developers: ['apiTokens', 'webhooks', 'connectivity'],
  billing: ['subscriptions', 'usage'],
} as const satisfies Record<string, readonly PageName[]>

export type GroupName = keyof typeof GROUPS

/** Shown where nothing is said. */
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

/** The entry that shows or hides a page. Clients keep some behind a flag unless they are told that there is none. */
export function entryOf(navigation: Navigation, page: PageName, shown: boolean): Entry {
  const { featureFlag = '' } = navigation[page] ?? {}
  return shown ? { visibility: 'byPermissions', featureFlag } : { visibility: 'hidden' }
}
