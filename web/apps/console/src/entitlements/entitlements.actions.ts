import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import { endOf } from '../shared/days'
import { KEY, type Row } from './entitlements.queries'
import { t } from './entitlements.texts'

const PATH = '/entitlements/resources/entitlements/v2'
const invalidates = [KEY]
const pathParams = ({ id }: Row) => ({ params: { path: { entitlement_id: id } } })

export interface NewEntitlement {
  readonly tenantId: string
  readonly planId: string
  readonly userId: string
  readonly ends: string
}

export const givePlan = defineAction({
  call(api, { tenantId, planId, userId, ends }: NewEntitlement) {
    const body = { tenantId, planId, ...(userId && { userId }), ...(ends && { expirationDate: endOf(ends) }) }
    return unwrap(api.POST(PATH, { body }))
  },
  invalidates,
  done: () => t('create.done'),
})

export const changeEnd = defineAction({
  call: (api, { row, ends }: { readonly row: Row; readonly ends: string }) =>
    unwrap(
      api.PATCH(`${PATH}/{entitlement_id}`, {
        ...pathParams(row),
        body: { expirationDate: ends ? endOf(ends) : null },
      }),
    ),
  invalidates,
  done: () => t('edit.done'),
})

export const takePlan = defineAction({
  call: (api, row: Row) => unwrap(api.DELETE(`${PATH}/{entitlement_id}`, pathParams(row))),
  invalidates,
  done: () => t('delete.done'),
})
