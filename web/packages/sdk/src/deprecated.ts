import { checkEntitlement } from './entitlements/check-entitlement'
import type { EntitlementQuery } from './entitlements/types'
import { clearLogoutIntent, hasLogoutIntent } from './logout-intent'
import { loadIpMetadata, loadMetadata } from './metadata'
import { grantsPermission, hasAccess } from './permissions'
import { consumeRedirect, saveRedirect } from './redirects'
import { STORAGE_KEYS } from './storage'

/** @deprecated Use `checkEntitlement`. */
export const entitled = checkEntitlement
/** @deprecated Use `EntitlementQuery`. */
export type Wanted = EntitlementQuery
/** @deprecated Use `hasLogoutIntent`. */
export const isLogoutMeant = hasLogoutIntent
/** @deprecated Use `clearLogoutIntent`. */
export const forgetLogoutIntent = clearLogoutIntent
/** @deprecated Use `loadMetadata`. */
export const metadataOf = loadMetadata
/** @deprecated Use `loadIpMetadata`. */
export const metadataOfIp = loadIpMetadata
/** @deprecated Use `hasAccess`. */
export const isAdmitted = hasAccess
/** @deprecated Use `grantsPermission`. */
export const grants = grantsPermission
/** @deprecated Use `saveRedirect`. */
export const leaveRedirect = saveRedirect
/** @deprecated Use `consumeRedirect`. */
export const takeRedirect = consumeRedirect
/** @deprecated Use `STORAGE_KEYS`. */
export const KEYS = STORAGE_KEYS
