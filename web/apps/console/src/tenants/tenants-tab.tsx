import { Outlet } from '@tanstack/react-router'
import { CreateTenant } from './create-tenant'
import { TenantsTable } from './tenants-table'

export function TenantsTab() {
  return (
    <>
      <TenantsTable create={<CreateTenant />} />
      <Outlet />
    </>
  )
}
