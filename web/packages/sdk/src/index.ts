export { ApiError } from '@gatehouse/api'
export {
  entitled,
  forgetLogoutIntent,
  grants,
  isAdmitted,
  isLogoutMeant,
  KEYS,
  leaveRedirect,
  metadataOf,
  metadataOfIp,
  takeRedirect,
  type Wanted,
} from './deprecated'
export { checkEntitlement, EntitlementsNotEnabledError, loadEntitlements } from './entitlements/check-entitlement'
export type { Attributes, Decision, EntitlementQuery, Justification } from './entitlements/types'
export type { Environment } from './environment'
export type { AuthorizeOptions } from './hosted-login'
export { type Claims, decodeToken, InvalidTokenError } from './jwt'
export { clearLogoutIntent, goToLogout, hasLogoutIntent } from './logout-intent'
export { loadIpMetadata, loadMetadata, type MetadataEntity } from './metadata'
export { openHostedPortal, silentLogout } from './pages'
export { grantsPermission, hasAccess, hasPermission, hasRole, type Requirement } from './permissions'
export { checkRedirect, consumeRedirect, type RedirectRules, saveRedirect } from './redirects'
export { createSession, VERSION } from './session'
export type { Credentials, Session, SessionOptions } from './session-interface'
export type { AdminBox, SessionState } from './state'
export { isSteppedUp, MULTI_FACTOR } from './step-up'
export { STORAGE_KEYS } from './storage'
export type { Call, CallOptions } from './transport'
export type { LoginAnswer, Me, MfaDevices, Role, Tenant, User } from './user'
