import { type ApiClient, unwrap } from '@gatehouse/api'
import type { Page } from '@gatehouse/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { defineTable, pageQuery, type StateOf } from '../shared/table-state'
import type { PersonBelow } from '../wire'

export const KEY = ['security-center'] as const

// What is recommended follows from rules and people on other pages, so it is asked for at each visit; once, as what
// the route has just asked for is fresh.
const ALWAYS = { staleTime: 1000 }

export const recommendationsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'recommendations'],
    queryFn: ({ signal }) => unwrap(api.GET('/security-center/resources/recommendations/v1', { signal })),
    ...ALWAYS,
  })

export const insightsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'insights'],
    queryFn: ({ signal }) => unwrap(api.GET('/security-center/resources/insights/v1', { signal })),
    ...ALWAYS,
  })

/** Ten rows, as the spec opens these tables (§9). */
export const peopleTable = defineTable({ start: { pageSize: 10, sort: 'name', order: 'asc' } })

export type PeopleState = StateOf<typeof peopleTable.filters>
export type Preset = 'breached-passwords' | 'mfa-unenrolled' | 'inactive'

const SORTS = ['name', 'joinedAt', 'lastLogin'] as const

export const peopleQuery = (api: ApiClient, preset: Preset, state: PeopleState) =>
  queryOptions({
    queryKey: [...KEY, 'people', preset, state],
    async queryFn({ signal }): Promise<Page<PersonBelow>> {
      const _sortBy = SORTS.find((sort) => sort === state.sort)
      const query = { ...pageQuery(state), _preset: preset, ...(_sortBy && { _sortBy }) }
      const page = await unwrap(api.GET('/identity/resources/users/v3', { params: { query }, signal }))
      return { items: page.items, total: page._metadata.totalItems }
    },
    placeholderData: keepPreviousData,
    ...ALWAYS,
  })
