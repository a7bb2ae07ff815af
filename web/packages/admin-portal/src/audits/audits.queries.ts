import { type ApiClient, unwrap } from '@gatehouse/api'
import { choice, dates, type Page, text } from '@gatehouse/ui'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { knownRow } from '../shared/replace-row'
import { defineTable, type StateOf } from '../shared/table-state'
import type { Audit } from '../wire'
import { t } from './audits.texts'

export const COLUMNS = ['createdAt', 'email', 'action', 'description', 'ip', 'severity', 'userAgent', 'json'] as const
export const SEVERITIES = ['Info', 'Medium', 'High', 'Error', 'Critical'] as const
const LISTS = ['audits', 'list'] as const
/** Further than this no list counts. */
const MOST = 10_000

/** As the spec opens it (§3). */
export const auditsTable = defineTable({
  start: { pageSize: 20, sort: 'createdAt', order: 'desc' },
  filters: {
    createdAt: dates(() => t('columns.createdAt')),
    severity: choice(() => t('columns.severity'), {
      Info: () => t('severity.Info'),
      Medium: () => t('severity.Medium'),
      High: () => t('severity.High'),
      Error: () => t('severity.Error'),
      Critical: () => t('severity.Critical'),
    }),
    email: text(() => t('columns.email')),
    action: text(() => t('columns.action')),
    description: text(() => t('columns.description')),
    ip: text(() => t('columns.ip')),
    userAgent: text(() => t('columns.userAgent')),
  },
})

export type AuditsState = StateOf<typeof auditsTable.filters>

export interface AuditRow extends Audit {
  /** Its place in time and its own id: with both it is found again at once. */
  readonly id: string
}

export interface AuditPage extends Page<AuditRow> {
  /** Where the search ended, when there is more beyond. */
  readonly searchedTo?: string | undefined
}

const SORTS = COLUMNS.filter((name) => name !== 'json')

/** What narrows and orders the list, for the list itself and for its export. */
export function filtersOf({ sort, order, filter, filters = {} }: AuditsState) {
  const { createdAt, ...parts } = filters
  return {
    sortBy: SORTS.find((name) => name === sort) ?? 'createdAt',
    sortDirection: order ?? 'desc',
    ...(filter && { filter: filter.slice(0, 200) }),
    ...(createdAt && { createdAt: `${createdAt.from ?? ''}..${createdAt.to ?? ''}` }),
    ...parts,
  } as const
}

export const auditsQuery = (api: ApiClient, state: AuditsState) =>
  queryOptions({
    queryKey: [...LISTS, state],
    async queryFn({ signal }): Promise<AuditPage> {
      const offset = Math.min((state.page - 1) * state.pageSize, MOST)
      const query = { offset, count: state.pageSize, ...filtersOf(state) }
      const { data, total, searchedTo } = await unwrap(api.GET('/audits', { params: { query }, signal }))
      return { items: data.map(row), total, searchedTo: searchedTo ?? undefined }
    },
    placeholderData: keepPreviousData,
  })

/** One entry; null when there is none such. */
export const auditQuery = (api: ApiClient, queryClient: QueryClient, id: string) =>
  queryOptions<AuditRow | null>({
    queryKey: ['audits', 'one', id],
    async queryFn({ signal }) {
      const [, at] = /^(\d{1,15})-/.exec(id) ?? []
      if (!at) return null
      const [created_from, created_to] = [Number(at), Number(at) + 1].map((time) => new Date(time).toISOString())
      const query = { created_from, created_to, count: 200 }
      const { data } = await unwrap(api.GET('/audits', { params: { query }, signal }))
      return data.map(row).find((one) => one.id === id) ?? null
    },
    placeholderData: () => knownRow<AuditRow>(queryClient, LISTS, id),
    // What is in the log never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const statsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['audits', 'stats'],
    queryFn: ({ signal }) => unwrap(api.GET('/audits/stats', { signal })),
  })

export const daysQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['audits', 'days'],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/audits/stats/days', { signal }))).days,
  })

/** Names of the columns that the vendor shows; all of them while it says nothing. */
export const shownColumnsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['audits', 'columns'],
    async queryFn({ signal }): Promise<readonly unknown[]> {
      const query = { entityName: 'audits' }
      const { rows } = await unwrap(api.GET('/metadata', { params: { query }, signal }))
      const shown = rows[0]?.properties.filter(({ showInTable }) => showInTable !== false) ?? []
      return shown.length > 0 ? shown.map(({ name }) => name) : COLUMNS
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

const row = (audit: Audit): AuditRow => ({ ...audit, id: `${Date.parse(audit.createdAt)}-${audit._id}` })
