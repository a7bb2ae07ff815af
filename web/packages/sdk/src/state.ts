import type { ApiError } from '@gatehouse/api'
import type { Entitlements } from './entitlements/types'
import type { Tenant, User } from './user'

export interface AdminBox {
  readonly theme?: Readonly<Record<string, unknown>>
  readonly themeV2?: Readonly<Record<string, unknown>>
  readonly navigation?: Readonly<
    Record<string, { readonly visibility?: string; readonly permissions?: readonly string[] }>
  >
  readonly localizations?: Readonly<Record<string, unknown>>
}

interface PublicConfig {
  /** `on` is on; any other value is off. */
  readonly flags: Readonly<Record<string, string>>
  /** The vendor's branding, texts and navigation: `adminBox` of wire reference §9. */
  readonly metadata: AdminBox
}

interface SignedOutFields {
  readonly user: null
  readonly accessToken: null
  readonly tenants: readonly Tenant[]
  readonly activeTenant: null
  readonly entitlements: null
}

export type SessionState = PublicConfig &
  (
    | (SignedOutFields & { readonly status: 'loading'; readonly failure?: undefined })
    /**
     * `failure`: why restoring the session failed, unless there simply was none. `ended`: why a session has ended, as
     * the server's `context.reason` or `expired`.
     */
    | (SignedOutFields & {
        readonly status: 'anonymous'
        readonly failure?: ApiError | undefined
        readonly ended?: string | undefined
      })
    | {
        readonly status: 'authenticated'
        readonly failure?: undefined
        readonly user: User
        readonly accessToken: string
        readonly tenants: readonly Tenant[]
        readonly activeTenant: Tenant | null
        /** Null if the session was created without the option `entitlements`. */
        readonly entitlements: Entitlements | null
      }
  )

export const SIGNED_OUT: SignedOutFields = {
  user: null,
  accessToken: null,
  tenants: [],
  activeTenant: null,
  entitlements: null,
}
