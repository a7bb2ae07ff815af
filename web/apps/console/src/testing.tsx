import { GatehouseProvider } from '@gatehouse/react'
import { createSession, type Environment } from '@gatehouse/sdk'
import { fakeBrowser, signedIn } from '@gatehouse/sdk/testing'
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { Console } from './console'

const HOST = 'http://gatehouse.test'
export const VENDOR_TOKEN = 'vendor-token'

/** What a role of the staff permits. */
export const OWNER = ['vendor.*']
export const READ_ONLY = ['vendor.read.*']

interface Options {
  /** A tab in which the console was before; without it, a new one. */
  readonly tab?: Partial<Environment>
  readonly permissions?: readonly string[]
  readonly server: { use: (...handlers: RequestHandler[]) => void }
}

const entrance = (permissions: readonly string[]): RequestHandler =>
  http.post('*/vendor/resources/staff/v1/token', () =>
    HttpResponse.json({ token: VENDOR_TOKEN, expiresIn: 900, role: 'owner', permissions }),
  )

/** The console at an address, as one of the staff sees it. Its place is the answer. */
export function renderConsole(path: string, { permissions = OWNER, server, tab }: Options) {
  server.use(
    ...signedIn({ metadata: '{}' }),
    http.get('*/vendors/public', () => HttpResponse.json({ name: 'Acme Cloud', whiteLabelMode: true })),
    entrance(permissions),
  )
  return renderAsFound(path, tab)
}

/** The same with nothing answered by itself: for the way in. */
export function renderAsFound(path: string, before?: Partial<Environment>) {
  const browser = fakeBrowser()
  const tab = before ?? browser.tab(`${HOST}/console${path}`)
  const session = createSession({ baseUrl: HOST, environment: tab })
  const history = createMemoryHistory({ initialEntries: [path] })
  const view = render(
    <GatehouseProvider session={session}>
      <Console history={history} env="test" />
    </GatehouseProvider>,
  )
  return { ...view, browser, tab, history, session, place: () => history.location.href }
}
