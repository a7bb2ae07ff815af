import { createSession } from '@gatehouse/sdk'
import { boot, cannedServer, fakeBrowser, signedIn } from '@gatehouse/sdk/testing'
import { act, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToReadableStream, renderToString } from 'react-dom/server.browser'
import { afterEach, expect, test, vi } from 'vitest'
import { GatehouseProvider, Protect, RequireStepUp, SignedIn, SignedOut, useAuth, useAuthUser } from './index'

cannedServer(...boot(), ...signedIn({ name: 'Grace' }))

afterEach(() => vi.unstubAllGlobals())

/** As on a server: nothing of a browser exists, apart from what Node provides, too. */
function withoutBrowser<Result>(draw: () => Result): Result {
  for (const name of ['window', 'document', 'location', 'localStorage', 'sessionStorage'])
    vi.stubGlobal(name, undefined)
  try {
    return draw()
  } finally {
    vi.unstubAllGlobals()
  }
}

const Status = () => <p>{useAuth().status}</p>
const CONTENT = (
  <>
    <Status />
    <SignedIn>In</SignedIn>
    <SignedOut>Out</SignedOut>
    <Protect permissions={['docs.read']}>Docs</Protect>
    <RequireStepUp>Secret</RequireStepUp>
  </>
)

test.each([{}, { baseUrl: 'http://gatehouse.test' }, { baseUrl: 'http://gatehouse.test', mode: 'hosted' as const }])(
  'a server renders what is the same for all users, with %j',
  (options) => {
    const opened = vi.fn()
    vi.stubGlobal('BroadcastChannel', opened)
    const asked = vi.spyOn(globalThis, 'fetch')
    const drawn = withoutBrowser(() => renderToString(<GatehouseProvider {...options}>{CONTENT}</GatehouseProvider>))
    expect(drawn).toBe('<p>loading</p>')
    expect(asked).not.toHaveBeenCalled()
    expect(opened).not.toHaveBeenCalled()
  },
)

const Hello = () => <p>Hello {useAuthUser().name}</p>
const SUSPENDED = (
  <Suspense fallback={<p>Wait</p>}>
    <Hello />
  </Suspense>
)

test('a server that meets useAuthUser draws the fallback, keeps no session and calls no server', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const draw = async () => {
    const page = <GatehouseProvider baseUrl="http://gatehouse.test">{SUSPENDED}</GatehouseProvider>
    const stream = await renderToReadableStream(page, { onError: () => undefined })
    await stream.allReady
    return new Response(stream).text()
  }
  for (const name of ['window', 'document', 'location', 'localStorage', 'sessionStorage'])
    vi.stubGlobal(name, undefined)
  const [one, other] = [await draw(), await draw()]
  vi.unstubAllGlobals()
  expect(one).toContain('<p>Wait</p>')
  expect(other).toBe(one)
  expect(asked).not.toHaveBeenCalled()
})

test('where the browser takes that page over, useAuthUser shows the user', async () => {
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment: fakeBrowser().tab() })
  await session.start()
  const page = <GatehouseProvider session={session}>{SUSPENDED}</GatehouseProvider>
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = '<!--$--><p>Hello <!-- -->Grace</p><!--/$-->'
  const complained = vi.fn()
  const root = await act(async () => hydrateRoot(place, page, { onRecoverableError: complained }))
  expect(await screen.findByText('Hello Grace')).toBeVisible()
  expect(complained).not.toHaveBeenCalled()
  act(() => root.unmount())
  place.remove()
  session.stop()
})

test('on a server the session is not restored', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const session = withoutBrowser(() => createSession({ baseUrl: 'http://gatehouse.test' }))
  await withoutBrowser(() => session.start())
  expect(session.getSnapshot().status).toBe('loading')
  expect(asked).not.toHaveBeenCalled()
  session.stop()
})

test('the page takes over what the server drew, although by then it knows more', async () => {
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment: fakeBrowser().tab() })
  await session.start()
  const complained = vi.fn()
  const page = <GatehouseProvider session={session}>{CONTENT}</GatehouseProvider>
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = '<p>loading</p>'
  const root = await act(async () => hydrateRoot(place, page, { onRecoverableError: complained }))
  expect(await screen.findByText('authenticated')).toBeVisible()
  expect(place).toHaveTextContent('In')
  expect(complained).not.toHaveBeenCalled()
  act(() => root.unmount())
  place.remove()
  session.stop()
})
