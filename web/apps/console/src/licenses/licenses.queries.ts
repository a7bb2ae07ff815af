import { defineTable, knownRow, pageQuery, type StateOf } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { choice, type Page, text } from '@gatehouse/ui'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { License } from '../wire'
import { t } from './licenses.texts'

const PATH = '/tenants/resources/licenses/v1'
export const KEY = ['licenses'] as const
const LISTS = [...KEY, 'list'] as const
const SORTS = ['name', 'createdAt', 'validTo'] as const
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DAY_MS = 24 * 60 * 60 * 1000

export const licensesTable = defineTable({
  start: { sort: 'createdAt', order: 'desc' },
  filters: {
    state: choice(() => t('columns.state'), {
      VALID: () => t('state.VALID'),
      EXPIRED: () => t('state.EXPIRED'),
      PAST_DUE: () => t('state.PAST_DUE'),
      PAUSED: () => t('state.PAUSED'),
      SUSPENDED: () => t('state.SUSPENDED'),
      REVOKED: () => t('state.REVOKED'),
    }),
    source: choice(() => t('columns.source'), {
      trial: () => t('source.trial'),
      paid: () => t('source.paid'),
      issued: () => t('source.issued'),
    }),
    ends: choice(() => t('filters.ends'), {
      7: () => t('filters.inDays', { count: 7 }),
      30: () => t('filters.inDays', { count: 30 }),
      90: () => t('filters.inDays', { count: 90 }),
    }),
    reference: text(() => t('filters.reference')),
    tenant: text(() => t('filters.tenant')),
  },
})
export type LicensesState = StateOf<typeof licensesTable.filters>

/** The API identifies a license by its fingerprint, so it is the row ID here. */
export type LicenseRow = License

const toRow = (license: License): LicenseRow => ({ ...license, id: license.fingerprint })

export const licensesQuery = (api: ApiClient, state: LicensesState) =>
  queryOptions({
    queryKey: [...LISTS, state],
    async queryFn({ signal }): Promise<Page<LicenseRow>> {
      const { tenant, reference, ends, ...same } = state.filters
      // An invalid ID matches no tenant.
      if (tenant && !ID.test(tenant)) return { items: [], total: 0 }
      const _sortBy = SORTS.find((one) => one === state.sort)
      const query = {
        ...pageQuery(state),
        // The endpoint counts rows, not pages.
        _offset: (state.page - 1) * state.pageSize,
        ...(_sortBy && { _sortBy }),
        ...(same.state && { _state: same.state }),
        ...(same.source && { _source: same.source }),
        ...(tenant && { _tenantId: tenant }),
        ...(reference && { _reference: reference.slice(0, 100) }),
        ...(ends && { _endsBefore: new Date(Date.now() + Number(ends) * DAY_MS).toISOString() }),
      }
      const page = await unwrap(api.GET(PATH, { params: { query }, signal }))
      return { items: page.items.map(toRow), total: page._metadata.totalItems }
    },
    placeholderData: keepPreviousData,
  })

export const readLicense = async (api: ApiClient, fingerprint: string, signal?: AbortSignal): Promise<LicenseRow> =>
  toRow(
    await unwrap(api.GET(`${PATH}/{fingerprint}`, { params: { path: { fingerprint } }, ...(signal && { signal }) })),
  )

/** Reads one license by its fingerprint; a row of a list is shown until then. */
export const licenseQuery = (api: ApiClient, queryClient: QueryClient, fingerprint: string) =>
  queryOptions<LicenseRow>({
    queryKey: [...KEY, 'one', fingerprint],
    queryFn: ({ signal }) => readLicense(api, fingerprint, signal),
    placeholderData: () => knownRow<LicenseRow>(queryClient, LISTS, fingerprint),
  })

const AT_ONCE = 20

/** Newest first, in pages: each page starts before the last entry of the previous one. */
export const timelineQuery = (api: ApiClient, fingerprint: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'timeline', fingerprint],
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam: before, signal }) {
      const params = { path: { fingerprint }, query: { _limit: AT_ONCE, ...(before && { before }) } }
      return (await unwrap(api.GET(`${PATH}/{fingerprint}/timeline`, { params, signal }))).items
    },
    getNextPageParam: (items) => (items.length < AT_ONCE ? undefined : items.at(-1)?.at),
  })

const OF_TENANT = 20

/** Licenses of one tenant, newest first. */
export const tenantLicensesQuery = (api: ApiClient, tenantId: string) =>
  queryOptions({
    queryKey: [...KEY, 'of', tenantId],
    async queryFn({ signal }): Promise<Page<LicenseRow>> {
      const query = { _tenantId: tenantId, _limit: OF_TENANT, _order: 'DESC' as const }
      const page = await unwrap(api.GET(PATH, { params: { query }, signal }))
      return { items: page.items.map(toRow), total: page._metadata.totalItems }
    },
  })
