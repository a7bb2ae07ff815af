import { unwrap } from '@gatehouse/api'
import { boot, cannedServer, fakeBrowser, makeToken, recorded, signedIn } from '@gatehouse/sdk/testing'
import { useSuspenseQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { lazy, type ReactNode, StrictMode, Suspense, startTransition, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { GatehouseProvider, type GatehouseProviderProps, TenantBoundary, useApi, useAuthUser } from './index'

const server = cannedServer(...boot(), ...signedIn({ name: 'Grace' }))
const HOME = { baseUrl: 'http://gatehouse.test' }
const roots: Root[] = []

afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
})

/** Without `act`, which would wait where a product's page does not. */
function mount(page: ReactNode): void {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  roots.push(root)
  root.render(page)
}

/** Counts requests by path. */
function countCalls() {
  const calls: Record<string, number> = {}
  server.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url)
    calls[pathname] = (calls[pathname] ?? 0) + 1
  })
  return calls
}

const Hello = () => <p>Hello {useAuthUser().name}</p>
const Provider = (props: Partial<GatehouseProviderProps>) => (
  <GatehouseProvider {...HOME} {...props}>
    {props.children}
  </GatehouseProvider>
)

/** As products write it: inline props that change at each render. */
function App({ environment, children }: Pick<GatehouseProviderProps, 'environment' | 'children'>) {
  return (
    <Provider environment={{ ...environment }} headers={{ 'x-page': 'docs' }} apiOrigins={['http://api.test']}>
      {children}
    </Provider>
  )
}

type Place = (environment: GatehouseProviderProps['environment']) => ReactNode

const PLACES: [string, Place][] = [
  [
    'nowhere',
    (environment) => (
      <App environment={environment}>
        <Hello />
      </App>
    ),
  ],
  [
    'around the page',
    (environment) => (
      <Suspense fallback="Wait">
        <App environment={environment}>
          <Hello />
        </App>
      </Suspense>
    ),
  ],
  [
    'below the provider',
    (environment) => (
      <App environment={environment}>
        <Suspense fallback="Wait">
          <Hello />
        </Suspense>
      </App>
    ),
  ],
  [
    'around the provider and below it',
    (environment) => (
      <Suspense fallback="Outer">
        <App environment={environment}>
          <Hello />
          <Suspense fallback="Inner">
            <Hello />
          </Suspense>
        </App>
      </Suspense>
    ),
  ],
]

test.each(
  PLACES.flatMap(
    ([where, page]) =>
      [
        [where, 'plain', page],
        [where, 'strict', page],
      ] as const,
  ),
)(
  'with a Suspense boundary %s useAuthUser shows the user after one round of calls (%s)',
  async (_where, mode, page) => {
    const calls = countCalls()
    const content = page(fakeBrowser().tab())
    mount(mode === 'strict' ? <StrictMode>{content}</StrictMode> : content)
    expect((await screen.findAllByText('Hello Grace'))[0]).toBeVisible()
    expect(new Set(Object.values(calls))).toEqual(new Set([1]))
    expect(Object.keys(calls)).toHaveLength(5)
  },
)

test('a page beside the provider that loads slowly does not make the provider ask again', async () => {
  const calls = countCalls()
  let load: () => void = () => undefined
  const loaded = new Promise<{ default: () => ReactNode }>((resolve) => {
    load = () => resolve({ default: () => <p>Later</p> })
  })
  const Later = lazy(() => loaded)
  mount(
    <Suspense fallback="Wait">
      <App environment={fakeBrowser().tab()}>
        <Hello />
      </App>
      <Later />
    </Suspense>,
  )
  await expect.poll(() => calls['/identity/resources/users/v3/me/tenants']).toBe(1)
  load()
  expect(await screen.findByText('Hello Grace')).toBeVisible()
  expect(new Set(Object.values(calls))).toEqual(new Set([1]))
})

test('two tabs of one page have a session each, also while they wait', async () => {
  const calls = countCalls()
  const browser = fakeBrowser()
  mount(
    <Suspense fallback="Wait">
      <App environment={browser.tab()}>
        <Hello />
      </App>
      <App environment={browser.tab()}>
        <Hello />
      </App>
    </Suspense>,
  )
  expect(await screen.findAllByText('Hello Grace')).toHaveLength(2)
  expect(calls['/metadata']).toBe(2)
})

function Keyed({ environment }: Pick<GatehouseProviderProps, 'environment'>) {
  const [key, setKey] = useState(0)
  return (
    <>
      {/* React 18 requires a transition where what is mounted suspends without a boundary. */}
      <button type="button" onClick={() => startTransition(() => setKey(key + 1))}>
        Again
      </button>
      <p>Mounted {key + 1} times</p>
      <App key={key} environment={environment}>
        <Hello />
      </App>
    </>
  )
}

test('a provider that is mounted anew finds out anew who is signed in', async () => {
  mount(<Keyed environment={fakeBrowser().tab()} />)
  expect(await screen.findByText('Hello Grace')).toBeVisible()
  server.use(
    http.post('*/token/refresh', () => HttpResponse.json({ ...recorded.LOGIN, accessToken: makeToken({ sub: 'u2' }) })),
    http.get('*/users/v2/me', () => HttpResponse.json({ ...recorded.ME, id: 'u2', name: 'Alan' })),
  )
  screen.getByRole('button', { name: 'Again' }).click()
  // The first provider hears of the other user too, and shows them until the second is mounted.
  expect(await screen.findByText('Mounted 2 times')).toBeVisible()
  expect(screen.getByText('Hello Alan')).toBeVisible()
})

function Licenses() {
  const api = useApi()
  const { data } = useSuspenseQuery({ queryKey: ['licenses'], queryFn: () => unwrap(api.GET('/api/v1/licenses')) })
  return data.map(({ name }) => <p key={name}>{name}</p>)
}

test('a query below the tenant tree that suspends is asked once and keeps its answer', async () => {
  let asked = 0
  server.use(
    http.get('*/api/v1/licenses', () => {
      asked += 1
      return HttpResponse.json([{ ...recorded.LICENSE, name: 'Editor' }])
    }),
  )
  mount(
    <Suspense fallback="Outer">
      <App environment={fakeBrowser().tab()}>
        <TenantBoundary keepStale={false} renderStale={() => null} fallback="Waiting" renderError={() => 'Failed'}>
          <Licenses />
        </TenantBoundary>
      </App>
    </Suspense>,
  )
  expect(await screen.findByText('Editor')).toBeVisible()
  expect(asked).toBe(1)
})
