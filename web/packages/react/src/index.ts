export {
  ApiError,
  type Attributes,
  type Decision,
  EntitlementsNotEnabledError,
  type LoginAnswer,
  loadEntitlements,
  openHostedPortal,
  type Session,
  silentLogout,
  type Tenant,
  type User,
} from '@gatehouse/sdk'
export { useApi } from './api'
export { type Auth, NotSignedInError, useAuth, useAuthUser, useAuthUserOrNull, useLoginWithRedirect } from './auth'
export { useSession, useSessionState } from './context'
export { useDisposal } from './disposal'
export { Entitled, useEntitlements } from './entitlements'
export { GatehouseProvider, type GatehouseProviderProps } from './gatehouse-provider'
export { ContentGuard, SignedIn, SignedOut, usePermissions } from './guards'
export { type Impersonation, useImpersonation } from './impersonation'
export {
  type Notification,
  type Notifications,
  type NotificationsOptions,
  useNotifications,
} from './notifications'
export { TenantChangedError } from './owner'
export { SteppedUpGuard, type StepUpOptions, useIsSteppedUp, useStepUp } from './step-up'
export { type Held, TenantTree, type TenantTreeProps } from './tenant-tree'
export { type Tenants, useTenants } from './tenants'
