import { GatehouseProvider } from '@gatehouse/react'
import { createSession } from '@gatehouse/sdk'
import { FrameOutline, loadPart, mount } from '@gatehouse/ui/first-paint'
import { lazy } from 'react'

// Who it is takes longer to find out than the portal to arrive, so both begin at once.
const session = createSession()
void session.start()
const portal = loadPart(() => import('@gatehouse/admin-portal'))
const AdminPortal = lazy(() => portal.then((module) => ({ default: module.AdminPortal })))

mount({
  app: (
    <GatehouseProvider session={session}>
      <AdminPortal basePath="/oauth/portal" />
    </GatehouseProvider>
  ),
  outline: <FrameOutline />,
})
