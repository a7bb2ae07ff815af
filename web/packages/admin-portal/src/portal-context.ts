import type { ApiClient } from '@gatehouse/api'
import type { Session } from '@gatehouse/sdk'
import type { QueryClient } from '@tanstack/react-query'
import type { Section } from './section'

/** What every route of the portal may use. */
export interface PortalContext {
  readonly api: ApiClient
  readonly session: Session
  readonly queryClient: QueryClient
  readonly sections: readonly Section[]
  /** Where the product is that the portal belongs to. */
  readonly appUrl: string
}
