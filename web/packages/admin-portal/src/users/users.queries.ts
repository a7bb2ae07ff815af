import { type ApiClient, unwrap } from '@gatehouse/api'
import type { Page, TableState } from '@gatehouse/ui'
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../shared/api'
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
    placeholderData: () => listed(queryClient).find(({ id }) => id === userId),
  })

/** Everybody whom a list has shown. */
export function listed(queryClient: QueryClient): TeamUser[] {
  return queryClient.getQueriesData<Page<TeamUser>>({ queryKey: LISTS }).flatMap(([, page]) => page?.items ?? [])
}

export interface Invitation {
  readonly email: string
  readonly name?: string
  readonly phoneNumber?: string
  readonly roleIds?: readonly string[]
}

export function useInvite() {
  const api = useApi()
  return useMutation({
    mutationFn: ({ roleIds, ...person }: Invitation) =>
      unwrap(
        api.POST('/identity/resources/users/v2', {
          body: { ...person, ...(roleIds && { roleIds: [...roleIds] }) },
        }),
      ),
  })
}

/** Shows the new roles at once, and the old ones again when the server refuses. */
export function useSetRoles() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn({ user, roles }: { user: TeamUser; roles: readonly Role[] }) {
      // An empty list would keep the roles; this is how the wire says "none".
      const roleIds = roles.length === 0 && user.roles.length > 0 ? [''] : roles.map(({ id }) => id)
      return unwrap(api.PUT('/team/resources/members/v1', { body: { id: user.id, roleIds } }))
    },
    async onMutate({ user, roles }) {
      await queryClient.cancelQueries({ queryKey: KEY })
      const before = queryClient.getQueriesData({ queryKey: KEY })
      changeUser(queryClient, user.id, { roles: [...roles], roleIds: roles.map(({ id }) => id) })
      return before
    },
    onError(_error, _change, before) {
      for (const [key, data] of before ?? []) queryClient.setQueryData(key, data)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}

function changeUser(queryClient: QueryClient, userId: string, change: Partial<TeamUser>): void {
  const changed = (user: TeamUser) => (user.id === userId ? { ...user, ...change } : user)
  queryClient.setQueriesData<Page<TeamUser>>(
    { queryKey: LISTS },
    (page) => page && { ...page, items: page.items.map(changed) },
  )
  queryClient.setQueryData<TeamUser>([...KEY, 'one', userId], (user) => user && changed(user))
}

export function useResendInvitation() {
  const api = useApi()
  return useMutation({
    mutationFn: (userId: string) =>
      unwrap(
        api.POST('/team/resources/members/v1/{user_id}/resendActivationEmail', {
          params: { path: { user_id: userId } },
        }),
      ),
  })
}

export function useSetDisabled() {
  const api = useApi()
  const reload = useReloadUsers()
  return useMutation({
    mutationFn({ userId, disabled }: { userId: string; disabled: boolean }) {
      const params = { path: { user_id: userId } }
      return disabled
        ? unwrap(api.POST('/identity/resources/tenants/users/v1/{user_id}/disable', { params }))
        : unwrap(api.POST('/identity/resources/tenants/users/v1/{user_id}/enable', { params }))
    },
    onSettled: reload,
  })
}

export function useRemove() {
  const api = useApi()
  return useMutation({
    mutationFn: (userId: string) =>
      unwrap(api.DELETE('/team/resources/members/v1/{user_id}', { params: { path: { user_id: userId } } })),
  })
}

/** After a change, or after several in a row. */
export function useReloadUsers() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: KEY })
}
