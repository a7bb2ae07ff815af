import { defineAction, defineTable, type StateOf } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { choice, type Page } from '@gatehouse/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Difference } from '../wire'
import { t } from './differences.texts'

const PATH = '/tenants/resources/payment-differences/v1'
const KEY = ['payment-differences'] as const
/** The server returns no rows beyond this offset. */
const MOST = 10_000

/** Without a filter: open discrepancies only. */
export const differencesTable = defineTable({
  filters: {
    state: choice(() => t('columns.state'), {
      waiting: () => t('state.waiting'),
      noted: () => t('state.noted'),
      resolved: () => t('state.resolved'),
    }),
  },
})

export const differencesQuery = (api: ApiClient, shown: StateOf<typeof differencesTable.filters>) =>
  queryOptions({
    queryKey: [...KEY, shown],
    queryFn({ signal }): Promise<Page<Difference>> {
      const query = {
        state: shown.filters.state ?? ('waiting' as const),
        offset: Math.min((shown.page - 1) * shown.pageSize, MOST),
        limit: shown.pageSize,
      }
      return unwrap(api.GET(PATH, { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })

const of = ({ id }: Difference) => ({ params: { path: { difference_id: id } } })
// A discrepancy can change a license, and the overview counts open ones.
const touches = [KEY, ['licenses'], ['overview']] as const

export const acceptDifference = defineAction({
  call: (api, one: Difference) => unwrap(api.POST(`${PATH}/{difference_id}/accept`, of(one))),
  touches,
  done: () => t('accept.done'),
})

export const noteDifference = defineAction({
  call: (api, { one, note }: { readonly one: Difference; readonly note: string }) =>
    unwrap(api.POST(`${PATH}/{difference_id}/note`, { ...of(one), body: { note } })),
  touches,
  done: () => t('note.done'),
})

export const stopCharges = defineAction({
  call: (api, one: Difference) => unwrap(api.POST(`${PATH}/{difference_id}/stop`, of(one))),
  touches,
  done: () => t('stop.done'),
})

export const checkDifference = defineAction({
  call: (api, one: Difference) => unwrap(api.POST(`${PATH}/{difference_id}/check`, of(one))),
  touches,
  done: () => t('check.done'),
})
