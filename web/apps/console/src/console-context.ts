import type { ApiClient } from '@gatehouse/api'
import type { Session, User } from '@gatehouse/sdk'
import type { QueryClient } from '@tanstack/react-query'
import type { Section } from './section'

/** What every route of the console may use. `api` calls as the vendor's staff; `user` has what their role permits. */
export interface ConsoleContext {
  readonly api: ApiClient
  readonly session: Session
  readonly queryClient: QueryClient
  readonly user: User | null
  readonly sections: readonly Section[]
}
