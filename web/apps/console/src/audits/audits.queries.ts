import { defineTable, knownRow, type StateOf } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { choice, type Dates, dates, type Page, text } from '@gatehouse/ui'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AuditEntry } from '../wire'
import { t } from './audits.texts'

const PATH = '/vendor/resources/audits/v1'
const LISTS = ['audits', 'list'] as const
const DAY_MS = 24 * 60 * 60 * 1000
/** The server returns no entries beyond this offset. */
const MOST = 10_000
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const auditsTable = defineTable({
  filters: {
    createdAt: dates(() => t('filters.createdAt')),
    severity: choice(() => t('columns.severity'), {
      Info: () => t('severity.Info'),
      Medium: () => t('severity.Medium'),
      High: () => t('severity.High'),
      Error: () => t('severity.Error'),
      Critical: () => t('severity.Critical'),
    }),
    actorKind: choice(() => t('filters.actorKind'), {
      user: () => t('actor.user'),
      staff: () => t('actor.staff'),
      vendor: () => t('actor.vendor'),
      system: () => t('actor.system'),
    }),
    action: text(() => t('columns.action')),
    email: text(() => t('columns.email')),
    tenant: text(() => t('filters.tenant')),
  },
})

export type AuditsState = StateOf<typeof auditsTable.filters>

export interface LogRow extends AuditEntry {
  /** Timestamp and ID of the entry, which together locate it in the log. */
  readonly id: string
}

export interface LogPage extends Page<LogRow> {
  /** Where the search stopped, if there are earlier entries to search. */
  readonly searchedTo?: string | undefined
}

export const auditsQuery = (api: ApiClient, state: AuditsState) =>
  queryOptions({
    queryKey: [...LISTS, state],
    async queryFn({ signal }): Promise<LogPage> {
      const { createdAt, tenant, ...parts } = state.filters
      // An invalid ID matches no tenant.
      if (tenant && !ID.test(tenant)) return { items: [], total: 0 }
      const query = {
        offset: Math.min((state.page - 1) * state.pageSize, MOST),
        count: state.pageSize,
        ...(state.filter && { filter: state.filter.slice(0, 200) }),
        ...(tenant && { tenantId: tenant }),
        ...parts,
        ...toTimeRange(createdAt),
      }
      const { data, total, searchedTo } = await unwrap(api.GET(PATH, { params: { query }, signal }))
      return { items: data.map(toRow), total, searchedTo: searchedTo ?? undefined }
    },
    placeholderData: keepPreviousData,
  })

/** Converts whole days, in UTC, into a range of timestamps. */
function toTimeRange({ from, to }: Dates = {}) {
  const startOfDay = (day: string, later = 0) => new Date(Date.parse(day) + later * DAY_MS).toISOString()
  return { ...(from && { created_from: startOfDay(from) }), ...(to && { created_to: startOfDay(to, 1) }) }
}

/** Reads one entry; null if it does not exist. */
export const auditQuery = (api: ApiClient, queryClient: QueryClient, id: string) =>
  queryOptions<LogRow | null>({
    queryKey: ['audits', 'one', id],
    async queryFn({ signal }) {
      const [, at] = /^(\d{1,15})-/.exec(id) ?? []
      if (!at) return null
      const query = { created_from: toTimestamp(Number(at)), created_to: toTimestamp(Number(at) + 1), count: 200 }
      const { data } = await unwrap(api.GET(PATH, { params: { query }, signal }))
      return data.map(toRow).find((one) => one.id === id) ?? null
    },
    placeholderData: () => knownRow<LogRow>(queryClient, LISTS, id),
    // Entries of the log never change.
    staleTime: Number.POSITIVE_INFINITY,
  })

const toTimestamp = (time: number) => new Date(Math.min(time, 8.64e15)).toISOString()
const toRow = (entry: AuditEntry): LogRow => ({ ...entry, id: `${Date.parse(entry.createdAt)}-${entry._id}` })

export const chainQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['audits', 'chain'],
    queryFn: ({ signal }) => unwrap(api.GET('/vendor/resources/audits/v1/chain', { signal })),
  })
