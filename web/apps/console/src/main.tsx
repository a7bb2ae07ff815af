import { GatehouseProvider } from '@gatehouse/react'
import { createSession } from '@gatehouse/sdk'
import { FrameOutline, loadChunk, mount } from '@gatehouse/ui/first-paint'
import { lazy } from 'react'

// Loads the session and the console's script in parallel.
const session = createSession()
void session.start()
const console = loadChunk(() => import('./console'))
const Console = lazy(() => console.then((module) => ({ default: module.Console })))

mount({
  app: (
    <GatehouseProvider session={session}>
      <Console basePath="/console" />
    </GatehouseProvider>
  ),
  outline: <FrameOutline />,
})
