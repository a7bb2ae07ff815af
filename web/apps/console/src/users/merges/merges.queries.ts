import { defineAction, defineTable, type StateOf } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { choice, type Page } from '@gatehouse/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { MergeRequest, VendorUser } from '../../wire'
import { KEY as PEOPLE } from '../users.queries'
import { t } from './merges.texts'

const PATH = '/identity/resources/vendor-only/merge-requests/v1'
const KEY = ['merge-requests'] as const
/** The server returns no rows beyond this offset. */
const MOST = 10_000

export const mergesTable = defineTable({
  filters: {
    state: choice(() => t('columns.state'), {
      waiting: () => t('state.waiting'),
      confirmed: () => t('state.confirmed'),
      done: () => t('state.done'),
      refused: () => t('state.refused'),
      expired: () => t('state.expired'),
      withdrawn: () => t('state.withdrawn'),
      stopped: () => t('state.stopped'),
    }),
  },
})

export const mergesQuery = (api: ApiClient, shown: StateOf<typeof mergesTable.filters>) =>
  queryOptions({
    queryKey: [...KEY, shown],
    queryFn({ signal }): Promise<Page<MergeRequest>> {
      const { state } = shown.filters
      const query = {
        ...(state && { state }),
        offset: Math.min((shown.page - 1) * shown.pageSize, MOST),
        limit: shown.pageSize,
      }
      return unwrap(api.GET(PATH, { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })

interface MergeInput {
  readonly goes: VendorUser
  readonly staysId: string
  readonly reason: string
}

export const askMerge = defineAction({
  call: (api, { goes, staysId, reason }: MergeInput) =>
    unwrap(api.POST(PATH, { body: { goesId: goes.id, staysId, reason } })),
  invalidates: [KEY],
  done: (_, made) => t('ask.done', { goes: made.goes.email, stays: made.stays.email }),
})

export const withdrawMerge = defineAction({
  call: (api, { id }: MergeRequest) =>
    unwrap(api.POST(`${PATH}/{request_id}/withdraw`, { params: { path: { request_id: id } } })),
  // A completed merge also changes the list of users.
  invalidates: [KEY, PEOPLE],
  done: () => t('withdraw.done'),
})
