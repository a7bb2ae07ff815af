import type { components } from '@gatehouse/api'

/** What the server answers, by the names that screens use. */
export type Tenant = components['schemas']['VendorTenantOut']
export type Role = components['schemas']['RoleOut']
export type Permission = components['schemas']['PermissionOut']
export type PermissionCategory = components['schemas']['CategoryOut']
export type Application = components['schemas']['ApplicationOut']
export type Feature = components['schemas']['FeatureOut']
export type Flag = components['schemas']['FlagOut']
export type Rule = components['schemas']['RuleBody']
export type Plan = components['schemas']['PlanOut']
export type Entitlement = components['schemas']['EntitlementOut']
export type CaptchaPolicy = components['schemas']['CaptchaPolicyOut']
export type MailTemplate = components['schemas']['MailTemplateOut']
export type SmsTemplate = components['schemas']['SmsTemplateOut']
