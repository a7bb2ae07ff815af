import { defineAction, defineTable, type StateOf } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { choice, type Page } from '@gatehouse/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Discrepancy } from '../wire'
import { t } from './discrepancies.texts'

const PATH = '/tenants/resources/payment-differences/v1'
const KEY = ['payment-differences'] as const
/** The server returns no rows beyond this offset. */
const MOST = 10_000

/** Without a filter: open discrepancies only. */
export const discrepanciesTable = defineTable({
  filters: {
    state: choice(() => t('columns.state'), {
      waiting: () => t('state.waiting'),
      noted: () => t('state.noted'),
      resolved: () => t('state.resolved'),
    }),
  },
})

export const discrepanciesQuery = (api: ApiClient, shown: StateOf<typeof discrepanciesTable.filters>) =>
  queryOptions({
    queryKey: [...KEY, shown],
    queryFn({ signal }): Promise<Page<Discrepancy>> {
      const query = {
        state: shown.filters.state ?? ('waiting' as const),
        offset: Math.min((shown.page - 1) * shown.pageSize, MOST),
        limit: shown.pageSize,
      }
      return unwrap(api.GET(PATH, { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })

const pathParams = ({ id }: Discrepancy) => ({ params: { path: { difference_id: id } } })
// A discrepancy can change a license, and the overview counts open ones.
const invalidates = [KEY, ['licenses'], ['overview']] as const

export const acceptDifference = defineAction({
  call: (api, one: Discrepancy) => unwrap(api.POST(`${PATH}/{difference_id}/accept`, pathParams(one))),
  invalidates,
  done: () => t('accept.done'),
})

export const noteDifference = defineAction({
  call: (api, { one, note }: { readonly one: Discrepancy; readonly note: string }) =>
    unwrap(api.POST(`${PATH}/{difference_id}/note`, { ...pathParams(one), body: { note } })),
  invalidates,
  done: () => t('note.done'),
})

export const stopCharges = defineAction({
  call: (api, one: Discrepancy) => unwrap(api.POST(`${PATH}/{difference_id}/stop`, pathParams(one))),
  invalidates,
  done: () => t('stop.done'),
})

export const checkDifference = defineAction({
  call: (api, one: Discrepancy) => unwrap(api.POST(`${PATH}/{difference_id}/check`, pathParams(one))),
  invalidates,
  done: () => t('check.done'),
})
