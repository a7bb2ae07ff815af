import { defineTable, type StateOf } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { choice, type Page, text } from '@gatehouse/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Connection } from '../wire'
import { t } from './connections.texts'

/** The server returns no rows beyond this offset. */
const MOST = 10_000
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const connectionsTable = defineTable({
  filters: {
    state: choice(() => t('columns.state'), {
      failing: () => t('state.failing'),
      on: () => t('state.on'),
      off: () => t('state.off'),
    }),
    kind: choice(() => t('columns.kind'), {
      sso: () => t('kind.sso'),
      directory: () => t('kind.directory'),
      webhook: () => t('kind.webhook'),
    }),
    tenant: text(() => t('filters.tenant')),
  },
})

export type ConnectionsState = StateOf<typeof connectionsTable.filters>

export const connectionsQuery = (api: ApiClient, shown: ConnectionsState) =>
  queryOptions({
    queryKey: ['connections', shown],
    async queryFn({ signal }): Promise<Page<Connection>> {
      const { state, kind, tenant } = shown.filters
      // An invalid ID matches no tenant.
      if (tenant && !ID.test(tenant)) return { items: [], total: 0 }
      const query = {
        offset: Math.min((shown.page - 1) * shown.pageSize, MOST),
        limit: shown.pageSize,
        ...(state && { state }),
        ...(kind && { kind }),
        ...(tenant && { tenantId: tenant }),
      }
      return unwrap(api.GET('/vendor/resources/connections/v1', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })
