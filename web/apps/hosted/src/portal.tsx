import { GatehouseProvider } from '@gatehouse/react'
import { createSession } from '@gatehouse/sdk'
import { FrameOutline, loadChunk, mount } from '@gatehouse/ui/first-paint'
import { lazy, type ReactNode } from 'react'

const PORTAL = '/oauth/portal'
/** Every page with sample data, for previewing the portal and its theme. */
const PREVIEW = `${PORTAL}/preview`

const isPreview = location.pathname === PREVIEW || location.pathname.startsWith(`${PREVIEW}/`)

mount({ app: isPreview ? preview() : portal(), outline: <FrameOutline /> })

function portal(): ReactNode {
  // Restoring the session takes longer than loading the portal, so both start at once.
  const session = createSession()
  void session.start()
  const part = loadChunk(() => import('@gatehouse/admin-portal'))
  const AdminPortal = lazy(() => part.then((module) => ({ default: module.AdminPortal })))
  return (
    <GatehouseProvider session={session}>
      <AdminPortal basePath={PORTAL} />
    </GatehouseProvider>
  )
}

function preview(): ReactNode {
  const part = loadChunk(() => import('@gatehouse/admin-portal/preview'))
  const AdminPortalPreview = lazy(() => part.then((module) => ({ default: module.AdminPortalPreview })))
  return <AdminPortalPreview basePath={PREVIEW} appUrl={PORTAL} />
}
