import { type ApiClient, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import type { Page, TableState } from '@gatehouse/ui'
import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOptimisticChange } from '../shared/optimistic'
import { pageQuery } from '../shared/table-state'
import type { Role, TeamUser } from '../wire'

const KEY = ['users'] as const
const LISTS = [...KEY, 'list'] as const

/** As the spec opens the team list (§9). */
export const START: Partial<TableState> = { pageSize: 20, sort: 'name', order: 'desc' }

const SORTS = ['name', 'joinedAt', 'lastLogin'] as const

export const usersQuery = (api: ApiClient, state: TableState) =>
  queryOptions({
    queryKey: [...LISTS, state],
    async queryFn({ signal }): Promise<Page<TeamUser>> {
      const _sortBy = SORTS.find((sort) => sort === state.sort)
      const query = { ...pageQuery(state), _includeSubTenants: false, ...(_sortBy && { _sortBy }) }
      const page = await unwrap(api.GET('/identity/resources/users/v2', { params: { query }, signal }))
      return { items: page.items, total: page._metadata.totalItems }
    },
    placeholderData: keepPreviousData,
  })

/** One person; at once when a list has shown them. */
export const userQuery = (api: ApiClient, queryClient: QueryClient, userId: string) =>
  queryOptions<TeamUser>({
    queryKey: [...KEY, 'one', userId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/identity/resources/users/v1/{user_id}', { params: { path: { user_id: userId } }, signal })),
    placeholderData: () =>
      queryClient
        .getQueriesData<Page<TeamUser>>({ queryKey: LISTS })
        .flatMap(([, page]) => page?.items ?? [])
        .find(({ id }) => id === userId),
  })

/** Whether memberships may be given for a while only. */
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

export interface UserChange {
  readonly name?: string
  readonly roles?: readonly Role[]
}

/** Shows at once; a person whom the server refuses to change is shown as before (spec §4). */
export function useChangeUser() {
  const api = useApi()
  return useOptimisticChange<TeamUser, UserChange>({
    key: KEY,
    save: ({ id }, { name, roles }) =>
      unwrap(
        api.PUT('/team/resources/members/v1', {
          // An empty list would keep the roles; a list of one empty text is how the wire says "none".
          body: { id, ...(name && { name }), ...(roles && { roleIds: roles.length > 0 ? roles.map(idOf) : [''] }) },
        }),
      ),
    apply: (user, { name = user.name, roles = user.roles }) => ({
      ...user,
      name,
      roles: [...roles],
      roleIds: roles.map(idOf),
    }),
  })
}

const idOf = ({ id }: { readonly id: string }) => id

const of = (user_id: string) => ({ params: { path: { user_id } } })

/** The calls about one person, by id. What the lists show is old afterwards: `reload`. */
export function useUserCalls() {
  const api = useApi()
  const queryClient = useQueryClient()
  const members = '/team/resources/members/v1/{user_id}'
  const inTenant = '/identity/resources/tenants/users/v1/{user_id}'
  const temporary = '/identity/resources/users/temporary/v1/{user_id}'
  return useMemo(
    () => ({
      invite: (body: Invitation) => unwrap(api.POST('/identity/resources/users/v2', { body })),
      resendInvitation: (id: string) => unwrap(api.POST(`${members}/resendActivationEmail`, of(id))),
      disable: (id: string) => unwrap(api.POST(`${inTenant}/disable`, of(id))),
      enable: (id: string) => unwrap(api.POST(`${inTenant}/enable`, of(id))),
      remove: (id: string) => unwrap(api.DELETE(members, of(id))),
      /** Ends every session that the person has with this organization. */
      signOut: (userId: string) =>
        unwrap(api.POST('/identity/resources/users/sessions/v1/revoke', { body: { userId } })),
      makeTemporary: (id: string, expirationInSeconds: number) =>
        unwrap(api.PUT(temporary, { ...of(id), body: { expirationInSeconds } })),
      makePermanent: (id: string) => unwrap(api.DELETE(temporary, of(id))),
      reload: () => queryClient.invalidateQueries({ queryKey: KEY }),
    }),
    [api, queryClient],
  )
}
