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
