import type { components } from '@gatehouse/api'

/** What the server answers, by the names that screens use. */
export type Tenant = components['schemas']['VendorTenantOut']
