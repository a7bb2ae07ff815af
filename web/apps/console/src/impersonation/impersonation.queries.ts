import { defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'

const PATH = '/vendor/resources/impersonation/v1'

/** Whether a tenant allows impersonation. */
export const impersonationAllowedQuery = (api: ApiClient, tenantId: string) =>
  queryOptions({
    queryKey: ['acting-allowed', tenantId],
    queryFn: ({ signal }) =>
      unwrap(api.GET(`${PATH}/tenants/{tenant_id}`, { params: { path: { tenant_id: tenantId } }, signal })),
    enabled: tenantId !== '',
  })

export interface ImpersonationRequest {
  readonly tenantId: string
  readonly impersonatedUserId: string
  readonly reason: string
}

export const requestImpersonation = defineAction({
  call: (api, body: ImpersonationRequest) => unwrap(api.POST(`${PATH}/actor-tokens`, { body })),
  invalidates: [['audits']],
})

/** URL at which an impersonation session starts; that page asks for confirmation. */
export const impersonationUrl = (origin: string, { impersonatedUserId }: ImpersonationRequest, actorToken: string) =>
  `${origin}/account/impersonate?${new URLSearchParams({ impersonatedUserId, actorToken })}`
