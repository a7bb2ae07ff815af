import type { components } from '@gatehouse/api'

/** What the server answers, by the names that screens use. */
export type TeamUser = components['schemas']['UserOut']
export type Role = TeamUser['roles'][number]
export type LoginSession = components['schemas']['SessionOut']
export type AccountSettings = components['schemas']['SettingsOut']
export type PermissionCategory = components['schemas']['CategoryOut']
export type AccountNode = components['schemas']['TreeItem']
export type SelectedAccountFacts = components['schemas']['BelowOut']
export type PersonBelow = components['schemas']['UserV3Out']
export type SessionConfiguration = components['schemas']['SessionConfiguration']
export type MfaPolicy = components['schemas']['MfaPolicyOut']
export type LockoutPolicy = components['schemas']['LockoutPolicyOut']
export type HistoryPolicy = components['schemas']['PasswordHistoryPolicyOut']
export type IpConfig = components['schemas']['IpConfig']
export type IpRestriction = components['schemas']['IpRestrictionOut']
export type DomainConfig = components['schemas']['DomainConfig']
export type DomainRestriction = components['schemas']['DomainRestrictionOut']
export type CountryConfig = components['schemas']['CountryConfig']
/** Whether who is listed is let in, or everybody else. */
export type ListMode = IpConfig['strategy']
