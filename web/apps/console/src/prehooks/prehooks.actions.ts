import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { Prehook } from '../wire'
import { type EventKey, type FailMethod, KEY, LIST } from './prehooks.queries'
import { t } from './prehooks.texts'

const pathParams = ({ id }: Prehook) => ({ params: { path: { prehook_id: id } } })

export interface PrehookValues {
  readonly displayName: string
  readonly description: string
  readonly url: string
  readonly eventKeys: EventKey[]
  readonly failMethod: FailMethod
}

/** Creates an inactive prehook, so that it can be tested first. The server generates its secret. */
export const createPrehook = defineAction({
  call: (api, values: PrehookValues) => unwrap(api.POST(LIST, { body: { ...values, type: 'API', isActive: false } })),
  invalidates: [KEY],
  done: ({ displayName }) => t('create.done', { name: displayName }),
})

export const changePrehook = defineAction({
  call: (api, { prehook, values }: { readonly prehook: Prehook; readonly values: Partial<PrehookValues> }) =>
    unwrap(api.PATCH(`${LIST}/{prehook_id}`, { ...pathParams(prehook), body: { type: 'API', ...values } })),
  invalidates: [KEY],
  done: (_, { displayName }) => t('edit.done', { name: displayName }),
})

export const switchPrehook = (prehook: Prehook) =>
  defineAction({
    call: (api, isActive: boolean) =>
      unwrap(api.PATCH(`${LIST}/{prehook_id}`, { ...pathParams(prehook), body: { type: 'API', isActive } })),
    invalidates: [KEY],
  })

export const deletePrehook = defineAction({
  call: (api, prehook: Prehook) => unwrap(api.DELETE(`${LIST}/{prehook_id}`, pathParams(prehook))),
  invalidates: [KEY],
  done: ({ displayName }) => t('delete.done', { name: displayName }),
  deletedIds: ({ id }) => [id],
})

export const renewSecret = defineAction({
  call: (api, prehook: Prehook) => unwrap(api.POST(`${LIST}/{prehook_id}/secret`, pathParams(prehook))),
  invalidates: [KEY],
})

export const testPrehook = defineAction({
  call: (api, { prehook, eventKey }: { readonly prehook: Prehook; readonly eventKey: EventKey }) =>
    unwrap(api.POST(`${LIST}/{prehook_id}/test`, { ...pathParams(prehook), body: { eventKey } })),
  invalidates: [],
})
