import { unwrap } from '@gatehouse/api'
import { createSession, type Session } from '@gatehouse/sdk'
import { boot, cannedServer, fakeBrowser, makeToken, notSignedIn, recorded, refusal } from '@gatehouse/sdk/testing'
import { useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { GatehouseProvider, type StaleTenant, TenantBoundary, TenantChangedError, useApi, useTenants } from './index'
import { createOwnerFetch, getOwner } from './owner'

const TENANTS = [recorded.tenant('t1', 'Acme'), recorded.tenant('t2', 'Globex')]
const server = cannedServer(...boot())

/** A server that stores the tenant of the one session and answers with that of the token. */
function twoTenants() {
  let [tenant] = TENANTS as [(typeof TENANTS)[number]]
  const asking = (request: Request) => {
    const claims = request.headers.get('authorization')?.split('.')[1] ?? ''
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).tenantId as string
  }
  const asked: string[] = []
  server.use(
    http.post('*/token/refresh', () => HttpResponse.json({ accessToken: makeToken({ tenantId: tenant.tenantId }) })),
    http.get('*/users/v2/me', ({ request }) => HttpResponse.json({ ...recorded.ME, tenantId: asking(request) })),
    http.get('*/users/v3/me/tenants', ({ request }) =>
      HttpResponse.json({ tenants: TENANTS, activeTenant: TENANTS.find((one) => one.tenantId === asking(request)) }),
    ),
    http.put('*/users/v1/tenant', async ({ request }) => {
      const { tenantId } = (await request.json()) as { tenantId: string }
      tenant = TENANTS.find((one) => one.tenantId === tenantId) as typeof tenant
      return new HttpResponse(null)
    }),
    http.get('*/api/v1/licenses', ({ request }) => {
      asked.push(asking(request))
      return HttpResponse.json([{ ...recorded.LICENSE, name: `Licenses of ${asking(request)}` }])
    }),
  )
  return { asked }
}

function Licenses() {
  const api = useApi()
  const { activeTenant } = useTenants()
  const { data } = useQuery({ queryKey: ['licenses'], queryFn: () => unwrap(api.GET('/api/v1/licenses')) })
  return (
    <main>
      <h1>{activeTenant?.name}</h1>
      <input aria-label="Note" />
      {data?.map(({ name }) => (
        <p key={name}>{name}</p>
      ))}
    </main>
  )
}

const question = (held: StaleTenant) => (
  <dialog open aria-label={held.reason}>
    {held.reason === 'switched' && (
      <button type="button" onClick={() => void held.back()}>
        {`Back from ${held.to} to ${held.from}`}
      </button>
    )}
  </dialog>
)

function openTab(browser: ReturnType<typeof fakeBrowser>, isShown: boolean, hold = false) {
  const environment = browser.tab('http://gatehouse.test/general')
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment })
  const tree = (holds: boolean) => (
    <GatehouseProvider session={session}>
      <TenantBoundary
        keepStale={holds}
        renderStale={question}
        fallback="Waiting"
        renderError={(_, retry) => (
          <button type="button" onClick={retry}>
            Retry
          </button>
        )}
      >
        <Licenses />
      </TenantBoundary>
    </GatehouseProvider>
  )
  const view = isShown ? render(tree(hold)) : undefined
  if (!isShown) void session.start()
  return { session, letGo: () => view?.rerender(tree(false)) }
}

const switchTo = (session: Session, tenantId: string) => act(() => session.switchTenant(tenantId))

test('a switch in another tab is another tree: only the new tenant’s name and licenses', async () => {
  twoTenants()
  const browser = fakeBrowser()
  openTab(browser, true)
  const { session: other } = openTab(browser, false)
  expect(await screen.findByText('Licenses of t1')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Note'), 'not registered as unsaved')
  await switchTo(other, 't2')
  expect(await screen.findByText('Licenses of t2')).toBeVisible()
  expect(screen.getByRole('heading')).toHaveTextContent('Globex')
  expect(screen.queryByText('Licenses of t1')).not.toBeInTheDocument()
  expect(screen.getByLabelText('Note')).toHaveValue('')
})

test('a late answer for the previous tenant is not shown', async () => {
  twoTenants()
  let answer: (() => void) | undefined
  server.use(
    http.get(
      '*/api/v1/licenses',
      async () => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return HttpResponse.json([{ ...recorded.LICENSE, name: 'Late' }])
      },
      { once: true },
    ),
  )
  const { session } = openTab(fakeBrowser(), true)
  expect(await screen.findByRole('heading', { name: 'Acme' })).toBeVisible()
  await waitFor(() => expect(answer).toBeDefined())
  await switchTo(session, 't2')
  expect(await screen.findByText('Licenses of t2')).toBeVisible()
  await act(async () => answer?.())
  await switchTo(session, 't1')
  expect(await screen.findByText('Licenses of t1')).toBeVisible()
  expect(screen.queryByText('Late')).not.toBeInTheDocument()
})

test('unsaved work stays until the person has decided, and nothing is asked for under the other tenant’s token', async () => {
  const { asked } = twoTenants()
  const browser = fakeBrowser()
  openTab(browser, true, true)
  const { session: other } = openTab(browser, false)
  expect(await screen.findByText('Licenses of t1')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Note'), 'typed')
  await switchTo(other, 't2')
  const back = await screen.findByRole('button', { name: 'Back from Globex to Acme' })
  expect(screen.getByRole('heading')).toHaveTextContent('Acme')
  await userEvent.click(back)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByLabelText('Note')).toHaveValue('typed')
  expect(new Set(asked)).toEqual(new Set(['t1']))
})

test('given up, it makes way for the new tenant', async () => {
  twoTenants()
  const browser = fakeBrowser()
  const { letGo } = openTab(browser, true, true)
  const { session: other } = openTab(browser, false)
  expect(await screen.findByText('Licenses of t1')).toBeVisible()
  await switchTo(other, 't2')
  expect(await screen.findByRole('dialog', { name: 'switched' })).toBeVisible()
  letGo()
  expect(await screen.findByText('Licenses of t2')).toBeVisible()
})

test('what was typed when the session ended is still there after the same person has signed in again', async () => {
  twoTenants()
  const browser = fakeBrowser()
  const { session } = openTab(browser, true, true)
  expect(await screen.findByText('Licenses of t1')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Note'), 'typed')
  server.use(...notSignedIn())
  await act(() => session.refresh())
  expect(await screen.findByRole('dialog', { name: 'ended' })).toBeVisible()
  expect(browser.visited).toEqual([])
  await act(() => session.accept({ accessToken: makeToken({ tenantId: 't1' }), expiresIn: 300 }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByLabelText('Note')).toHaveValue('typed')
})

test('another person who signs in never sees it', async () => {
  twoTenants()
  const { session } = openTab(fakeBrowser(), true, true)
  expect(await screen.findByText('Licenses of t1')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Note'), 'typed')
  server.use(http.get('*/users/v2/me', () => HttpResponse.json({ ...recorded.ME, id: 'u2', name: 'Bob' })))
  await act(() => session.accept({ accessToken: makeToken({ sub: 'u2', tenantId: 't1' }), expiresIn: 300 }))
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue(''))
})

test('without unsaved work an ended session leads to the login page', async () => {
  server.use(...notSignedIn())
  const browser = fakeBrowser()
  openTab(browser, true)
  expect(screen.getByText('Waiting')).toBeVisible()
  await waitFor(() => expect(browser.visited).toEqual(['/account/login']))
})

test('back on the network, licenses and person are read again', async () => {
  const { asked } = twoTenants()
  openTab(fakeBrowser(), true)
  expect(await screen.findByText('Licenses of t1')).toBeVisible()
  const tenants = [recorded.tenant('t1', 'Acme Renamed')]
  server.use(http.get('*/users/v3/me/tenants', () => HttpResponse.json({ tenants, activeTenant: tenants[0] })))
  act(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
  expect(await screen.findByRole('heading', { name: 'Acme Renamed' })).toBeVisible()
  await waitFor(() => expect(asked).toHaveLength(2))
})

test('in hosted mode a chunk that does not load is shown as a failure, and tried again', async () => {
  server.use(http.post('*/oauth/authorize/silent', () => refusal(401, 'sessions.not_found', 'Session not found')))
  const browser = fakeBrowser()
  const environment = browser.tab('http://gatehouse.test/general')
  const made = createSession({ baseUrl: 'http://gatehouse.test', clientId: 'c1', mode: 'hosted', environment })
  const authorizeUrl = vi.fn<Session['authorizeUrl']>().mockRejectedValueOnce(new TypeError('The chunk did not load'))
  authorizeUrl.mockResolvedValue('http://gatehouse.test/oauth/authorize?x')
  render(
    <GatehouseProvider session={{ ...made, authorizeUrl }}>
      <TenantBoundary
        keepStale={false}
        renderStale={question}
        fallback="Waiting"
        renderError={({ status }, retry) => <button type="button" onClick={retry}>{`Retry ${status}`}</button>}
      >
        <Licenses />
      </TenantBoundary>
    </GatehouseProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Retry 0' }))
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/oauth/authorize?x']))
  made.stop()
})

test('calls under way when the tenant changes are rejected, and nothing of them stays', async () => {
  twoTenants()
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.get('*/api/v1/licenses', async () => {
      await answered
      return HttpResponse.json([])
    }),
  )
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment: fakeBrowser().tab() })
  await session.start()
  const subscribe = vi.spyOn(session, 'subscribe')
  const call = createOwnerFetch(session, getOwner(session.getSnapshot()))
  const stop = new AbortController()
  const stopped = call('http://gatehouse.test/api/v1/licenses', { signal: stop.signal })
  const waiting = [1, 2, 3].map(() => call('http://gatehouse.test/api/v1/licenses'))
  const outcomes = Promise.allSettled(waiting)
  await session.switchTenant('t2')
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  answer()
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(TenantChangedError) })
  }
  await expect(call('http://gatehouse.test/api/v1/licenses')).rejects.toMatchObject({ code: 'session.tenant_changed' })
  expect(subscribe).not.toHaveBeenCalled()
  session.stop()
})

test('what failed while the page was held is read again when its organization is back', async () => {
  const { asked } = twoTenants()
  const browser = fakeBrowser()
  openTab(browser, true, true)
  const { session: other } = openTab(browser, false)
  expect(await screen.findByText('Licenses of t1')).toBeVisible()
  await switchTo(other, 't2')
  const back = await screen.findByRole('button', { name: 'Back from Globex to Acme' })
  act(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked).toEqual(['t1'])
  await userEvent.click(back)
  await waitFor(() => expect(asked).toEqual(['t1', 't1']))
})
