import type { ApiError, Attributes, EntitlementQuery } from '@gatehouse/sdk'
import type { ReactNode } from 'react'
import { useEntitlements } from './entitlements'
import { Protect } from './guards'
import { RequireStepUp, type StepUpOptions } from './step-up'
import { type StaleTenant, TenantBoundary, type TenantBoundaryProps } from './tenant-boundary'
import { useUnmount } from './use-unmount'

/** @deprecated Use `Protect`. */
export const ContentGuard = Protect
/** @deprecated Use `useUnmount`. */
export const useDisposal = useUnmount
/** @deprecated Use `StaleTenant`. */
export type Held = StaleTenant

type RenderError = (error: ApiError, retry: () => void) => ReactNode

interface EntitledProps {
  readonly wanted: EntitlementQuery
  readonly attributes?: Attributes
  readonly children: ReactNode
  readonly fallback?: ReactNode
}

/** @deprecated Use `Entitlement` with `feature` or `permission`. */
export function Entitled({ wanted, attributes, children, fallback = null }: EntitledProps): ReactNode {
  return useEntitlements(wanted, attributes).isEntitled ? children : fallback
}

interface SteppedUpGuardProps extends StepUpOptions {
  readonly children: ReactNode
  readonly fallback?: ReactNode
  readonly isSilent?: boolean
  readonly failed?: RenderError
}

/** @deprecated Use `RequireStepUp`, with `redirect={false}` for `isSilent` and `renderError` for `failed`. */
export const SteppedUpGuard = ({ isSilent = false, failed, ...props }: SteppedUpGuardProps): ReactNode => (
  <RequireStepUp redirect={!isSilent} renderError={failed} {...props} />
)

export interface TenantTreeProps extends Pick<TenantBoundaryProps, 'queries' | 'children'> {
  readonly hold: boolean
  readonly question: (held: StaleTenant) => ReactNode
  readonly waiting: ReactNode
  readonly failed: RenderError
}

/** @deprecated Use `TenantBoundary`, whose properties have other names. */
export const TenantTree = ({ hold, question, waiting, failed, ...props }: TenantTreeProps): ReactNode => (
  <TenantBoundary keepStale={hold} renderStale={question} fallback={waiting} renderError={failed} {...props} />
)
