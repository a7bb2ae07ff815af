import { type ApiClient, unwrap } from '@gatehouse/api'
import type { Page } from '@gatehouse/ui'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { knownRow } from '../shared/replace-row'
import { defineTable, pageQuery } from '../shared/table-state'
import type { Audit, SsoLink, TeamUser } from '../wire'
import { filterQuery, type UsersState, usersFilters } from './users.filters'

export const KEY = ['users'] as const
const LISTS = [...KEY, 'list'] as const

/** As the spec opens the team list (§9). */
export const usersTable = defineTable({
  start: { pageSize: 20, sort: 'name', order: 'desc' },
  filters: usersFilters,
})

const SORTS = ['name', 'joinedAt', 'lastLogin'] as const

export const usersQuery = (api: ApiClient, state: UsersState) =>
  queryOptions({
    queryKey: [...LISTS, state],
    async queryFn({ signal }): Promise<Page<TeamUser>> {
      const _sortBy = SORTS.find((sort) => sort === state.sort)
      const query = {
        ...pageQuery(state),
        ...filterQuery(state),
        _includeSubTenants: false,
        ...(_sortBy && { _sortBy }),
      }
      const page = await unwrap(api.GET('/identity/resources/users/v2', { params: { query }, signal }))
      return { items: page.items, total: page._metadata.totalItems }
    },
    placeholderData: keepPreviousData,
  })

/** The accounts at the organization's identity providers that open this user's account. */
export const ssoLinksQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: [...KEY, 'sso-links', userId],
    queryFn: ({ signal }): Promise<SsoLink[]> =>
      unwrap(
        api.GET('/team/resources/sso/v1/users/{user_id}/links', { params: { path: { user_id: userId } }, signal }),
      ),
  })

/** One person; at once when a list has shown them. */
export const userQuery = (api: ApiClient, queryClient: QueryClient, userId: string) =>
  queryOptions<TeamUser>({
    queryKey: [...KEY, 'one', userId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/identity/resources/users/v1/{user_id}', { params: { path: { user_id: userId } }, signal })),
    placeholderData: () => knownRow<TeamUser>(queryClient, LISTS, userId),
  })

const SHOWN_EVENTS = 5

/** The latest audit entries of a user. */
export const activityQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: ['audits', 'of', userId],
    async queryFn({ signal }): Promise<Page<Audit>> {
      const query = { users: [userId], count: SHOWN_EVENTS }
      const { data, total } = await unwrap(api.GET('/audits/resources/audits/v2', { params: { query }, signal }))
      return { items: data, total }
    },
  })

/** Whether temporary memberships are enabled. */
export const temporaryUsersQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['temporary-users'],
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/users/temporary/v1/configuration', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

export interface Invitation {
  readonly email: string
  readonly name?: string
  readonly phoneNumber?: string
  readonly roleIds?: string[]
  readonly expirationInSeconds?: number
}
