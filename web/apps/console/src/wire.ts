import type { components } from '@gatehouse/api'

/** What the server answers, by the names that screens use. */
export type Tenant = components['schemas']['VendorTenantOut']
export type StaffMember = components['schemas']['StaffMemberOut']
export type StaffRole = components['schemas']['StaffRole']
export type Person = components['schemas']['VendorUserOut']
export type PlanGiven = components['schemas']['EntitlementOut']
export type Logged = components['schemas']['LoggedOut']
export type Jobs = components['schemas']['JobsOut']
export type FailedJob = components['schemas']['FailedJobOut']
export type SystemState = components['schemas']['SystemOut']
export type OverviewFigures = components['schemas']['OverviewOut']
