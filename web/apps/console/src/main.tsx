import { GatehouseProvider } from '@gatehouse/react'
import { createSession } from '@gatehouse/sdk'
import { FrameOutline, loadPart, mount } from '@gatehouse/ui/first-paint'
import { lazy } from 'react'

// Who it is takes longer to find out than the console to arrive, so both begin at once.
const session = createSession()
void session.start()
const console = loadPart(() => import('./console'))
const Console = lazy(() => console.then((module) => ({ default: module.Console })))

mount({
  app: (
    <GatehouseProvider session={session}>
      <Console basePath="/console" />
    </GatehouseProvider>
  ),
  outline: <FrameOutline />,
})
