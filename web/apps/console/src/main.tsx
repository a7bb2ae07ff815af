import { GatehouseProvider } from '@gatehouse/react'
import { createSession } from '@gatehouse/sdk'
import { CardOutline, FrameOutline, loadPart, mount } from '@gatehouse/ui/first-paint'
import { lazy } from 'react'

/** Nobody can sign in yet where nobody owns the installation. */
const isSetUp = /^\/console\/set-up\/?$/.test(window.location.pathname)

if (isSetUp) openSetUp()
else openConsole()

function openSetUp() {
  const SetUp = lazy(() => loadPart(() => import('./set-up/set-up')).then((part) => ({ default: part.SetUp })))
  mount({ app: <SetUp token={window.location.hash.slice(1)} />, outline: <CardOutline /> })
}

function openConsole() {
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
}
