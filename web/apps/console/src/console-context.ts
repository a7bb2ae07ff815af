import type { ApiClient } from '@gatehouse/api'
import type { Session, User } from '@gatehouse/sdk'
import type { QueryClient } from '@tanstack/react-query'
import type { Section } from './section'

/** Context of every route. `api` calls the server as staff; `user` has the permissions of the staff role. */
export interface ConsoleContext {
  readonly api: ApiClient
  readonly session: Session
  readonly queryClient: QueryClient
  readonly user: User | null
  readonly sections: readonly Section[]
}
