import { defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { partsKey } from './parts.queries'

const PATH = '/tenants/resources/tenants/v1/{tenant_id}/bills'

/** Invoices for the tenant's licenses, newest first. */
export const billsQuery = (api: ApiClient, tenantId: string) =>
  queryOptions({
    queryKey: [...partsKey(tenantId), 'bills'],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET(PATH, { params: { path: { tenant_id: tenantId } }, signal }))).bills,
  })

interface InvoiceRequest {
  readonly tenantId: string
  readonly billId: string
}

/** Requests a temporary link to the PDF on demand. */
export const readInvoice = defineAction({
  async call(api, { tenantId, billId }: InvoiceRequest) {
    const params = { path: { tenant_id: tenantId, bill_id: billId } }
    return (await unwrap(api.GET(`${PATH}/{bill_id}/invoice`, { params }))).url
  },
  invalidates: [],
  isLocal: true,
})
