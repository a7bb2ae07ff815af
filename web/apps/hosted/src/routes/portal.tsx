import { AdminPortal } from '@gatehouse/admin-portal'

export function PortalRoute() {
  return <AdminPortal basePath="/oauth/portal" />
}
