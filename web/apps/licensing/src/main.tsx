import { createSession } from '@gatehouse/sdk'
import { FrameOutline, loadChunk, mount } from '@gatehouse/ui/first-paint'
import { lazy } from 'react'

// Who it is takes longer to find out than the portal to arrive, so both begin at once.
const session = createSession()
void session.start()
const portal = loadChunk(() => import('./app'))
const App = lazy(() => portal.then((module) => ({ default: module.App })))

mount({ app: <App session={session} />, outline: <FrameOutline /> })
