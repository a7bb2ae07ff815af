import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import { saveFile } from '@gatehouse/ui'
import type { Tenant } from '../wire'
import { KEY } from './tenants.queries'
import { t } from './tenants.texts'

const invalidates = [KEY]
const pathParams = ({ id }: Pick<Tenant, 'id'>) => ({ params: { path: { tenant_id: id } } })

export interface TenantValues {
  readonly name: string
  readonly website: string
}

/** Without an ID, the server generates one. */
export interface NewTenant extends TenantValues {
  readonly tenantId?: string
}

export const createTenant = defineAction({
  call: (api, body: NewTenant) => unwrap(api.POST('/tenants/resources/tenants/v1', { body })),
  invalidates,
  done: ({ name }) => t('create.done', { name }),
})

export const changeTenant = defineAction({
  call: (api, { tenant, values }: { readonly tenant: Tenant; readonly values: Partial<TenantValues> }) =>
    unwrap(api.PUT('/tenants/resources/tenants/v2/{tenant_id}', { ...pathParams(tenant), body: values })),
  invalidates,
  done: (_, { name }) => t('edit.done', { name }),
})

export const suspendTenant = defineAction({
  call: (api, tenant: Tenant) =>
    unwrap(api.POST('/tenants/resources/tenants/v1/{tenant_id}/suspend', pathParams(tenant))),
  invalidates,
  done: ({ name }) => t('suspend.done', { name }),
})

export const resumeTenant = defineAction({
  call: (api, tenant: Tenant) =>
    unwrap(api.POST('/tenants/resources/tenants/v1/{tenant_id}/resume', pathParams(tenant))),
  invalidates,
  done: ({ name }) => t('resume.done', { name }),
  refused: ({ name }, reason) => t('resume.refused', { name, reason }),
})

export const endSessions = defineAction({
  call: (api, tenant: Tenant) =>
    unwrap(api.POST('/tenants/resources/tenants/v1/{tenant_id}/end-sessions', pathParams(tenant))),
  invalidates: [],
  isLocal: true,
  done: ({ name }) => t('endSessions.done', { name }),
})

interface Retention {
  readonly tenant: Tenant
  /** Null for the installation default. */
  readonly days: number | null
}

export const keepAudits = defineAction({
  call: (api, { tenant, days }: Retention) =>
    unwrap(
      api.PUT('/tenants/resources/tenants/v1/{tenant_id}/audit-retention', { ...pathParams(tenant), body: { days } }),
    ),
  invalidates,
  done: ({ tenant: { name }, days: count }) =>
    count === null ? t('retention.doneAll', { name }) : t('retention.done', { name, count }),
})

/** Saves the data as a file. */
export const exportTenant = defineAction({
  async call(api, tenant: Pick<Tenant, 'id' | 'name'>) {
    const path = '/tenants/resources/tenants/v1/{tenant_id}/export'
    const { data } = await api.GET(path, { ...pathParams(tenant), parseAs: 'text' })
    saveFile(`${tenant.name}.jsonl`, String(data), 'application/jsonl')
  },
  invalidates: [],
  isLocal: true,
  done: ({ name }) => t('export.done', { name }),
  refused: ({ name }, reason) => t('export.refused', { name, reason }),
})

export const deleteTenant = defineAction({
  call: (api, tenant: Tenant) => unwrap(api.DELETE('/tenants/resources/tenants/v1/{tenant_id}', pathParams(tenant))),
  invalidates,
  done: ({ name }) => t('delete.done', { name }),
  deletedIds: ({ id }) => [id],
})
