import type { StateOf } from '@gatehouse/admin-portal/kit'
import { defineTable, knownRow, pageQuery } from '@gatehouse/admin-portal/kit'
import { type ApiClient, ApiError, unwrap } from '@gatehouse/api'
import { type Page, text } from '@gatehouse/ui'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { VendorUser } from '../wire'
import { t } from './users.texts'

export const KEY = ['people'] as const
const LISTS = [...KEY, 'list'] as const

export const usersTable = defineTable({
  start: { sort: 'email', order: 'asc' },
  filters: { tenant: text(() => t('filters.tenant')) },
})
export type UsersState = StateOf<typeof usersTable.filters>

const SORTS = ['email', 'name', 'createdAt'] as const
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const usersQuery = (api: ApiClient, state: UsersState) =>
  queryOptions({
    queryKey: [...LISTS, state],
    async queryFn({ signal }): Promise<Page<VendorUser>> {
      const { tenant } = state.filters
      // An invalid ID matches no tenant.
      if (tenant && !ID.test(tenant)) return { items: [], total: 0 }
      const known =
        !tenant && state.filter && ADDRESS.test(state.filter) && (await findByEmail(api, state.filter, signal))
      return known ? { items: [known], total: 1 } : findByPhrase(api, state, signal)
    },
    placeholderData: keepPreviousData,
  })

/** Finds the user by a complete email address, including additional ones. */
async function findByEmail(api: ApiClient, email: string, signal: AbortSignal): Promise<VendorUser | undefined> {
  try {
    return await unwrap(api.GET('/identity/resources/users/v1/email', { params: { query: { email } }, signal }))
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && [400, 404].includes(error.status)) return undefined
    throw error
  }
}

async function findByPhrase(api: ApiClient, state: UsersState, signal: AbortSignal): Promise<Page<VendorUser>> {
  const { filter, filters, page, pageSize, sort } = state
  const _sortBy = SORTS.find((one) => one === sort)
  const query = {
    ...pageQuery({ ...state, filter: undefined }),
    // The endpoint counts rows, not pages.
    _offset: (page - 1) * pageSize,
    ...(_sortBy && { _sortBy }),
    ...(filter && { _phraseSearchContains: [filter] }),
    ...(filters.tenant && { _tenantId: filters.tenant, _includeSubTenants: false }),
  }
  const found = await unwrap(api.GET('/identity/resources/users/v1/query/phrase', { params: { query }, signal }))
  return { items: found.items, total: found._metadata.totalItems }
}

export const readUser = (api: ApiClient, userId: string, signal?: AbortSignal): Promise<VendorUser> =>
  unwrap(
    api.GET('/identity/resources/vendor-only/users/v1/{user_id}', {
      params: { path: { user_id: userId } },
      ...(signal && { signal }),
    }),
  )

/** Reads one user; a row of a list is shown until then. */
export const userQuery = (api: ApiClient, queryClient: QueryClient, userId: string) =>
  queryOptions<VendorUser>({
    queryKey: [...KEY, 'one', userId],
    queryFn: ({ signal }) => readUser(api, userId, signal),
    placeholderData: () => knownRow<VendorUser>(queryClient, LISTS, userId),
  })
