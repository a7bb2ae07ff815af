import type { components } from '@gatehouse/api'

/** What the server answers, by the names that screens use. */
export type TeamUser = components['schemas']['UserOut']
export type Role = TeamUser['roles'][number]
export type LoginSession = components['schemas']['SessionOut']
export type AccountSettings = components['schemas']['SettingsOut']
export type PermissionCategory = components['schemas']['CategoryOut']
export type Audit = components['schemas']['AuditOut']
