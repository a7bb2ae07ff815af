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
export {
  ContentGuard,
  Entitled,
  type Held,
  SteppedUpGuard,
  TenantTree,
  type TenantTreeProps,
  useDisposal,
} from './deprecated'
export { Entitlement, type EntitlementProps, useEntitlements } from './entitlements'
export { GatehouseProvider, type GatehouseProviderProps } from './gatehouse-provider'
export { Protect, SignedIn, SignedOut, usePermissions } from './guards'
export { type Impersonation, useImpersonation } from './impersonation'
export {
  type Notification,
  type Notifications,
  type NotificationsOptions,
  useNotifications,
} from './notifications'
export { TenantChangedError } from './owner'
export { RequireStepUp, type StepUpOptions, useIsSteppedUp, useStepUp } from './step-up'
export { type StaleTenant, TenantBoundary, type TenantBoundaryProps } from './tenant-boundary'
export { type Tenants, useTenants } from './tenants'
export { useUnmount } from './use-unmount'
