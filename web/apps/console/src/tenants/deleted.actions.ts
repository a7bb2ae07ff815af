import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { DeletedTenant } from '../wire'
import { t } from './deleted.texts'
import { KEY } from './tenants.queries'

const invalidates = [KEY]
const pathParams = ({ id }: DeletedTenant) => ({ params: { path: { tenant_id: id } } })

export const restoreTenant = defineAction({
  call: (api, tenant: DeletedTenant) =>
    unwrap(api.POST('/tenants/resources/tenants/v1/{tenant_id}/restore', pathParams(tenant))),
  invalidates,
  done({ name, alias }, restored) {
    if (!alias || restored.alias === alias) return t('restore.done', { name })
    return { tone: 'info', text: t('restore.doneWithoutAlias', { name, alias }) }
  },
  refused: ({ name }, reason) => t('restore.refused', { name, reason }),
})

export const eraseTenant = defineAction({
  call: (api, tenant: DeletedTenant) =>
    unwrap(api.POST('/tenants/resources/tenants/v1/{tenant_id}/erase', pathParams(tenant))),
  invalidates,
  done: ({ name }) => t('erase.done', { name }),
})
