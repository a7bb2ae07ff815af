import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSession } from './session'
import type { Session, SessionOptions } from './session-interface'
import { boot, cannedServer, fakeBrowser, makeToken, recorded, refusal } from './testing'

const REFRESH = '*/identity/resources/auth/v1/user/token/refresh'
const SWITCH = '*/identity/resources/users/v1/tenant'
const server = cannedServer(...boot())
const open: Session[] = []
const TENANTS = [recorded.tenant('t1', 'Acme'), recorded.tenant('t2', 'Globex')]

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  for (const session of open.splice(0)) session.stop()
  vi.useRealTimers()
})

type Trouble = 'none' | '503' | 'offline'

const answer = (trouble: Trouble, good: () => HttpResponse<object | null>) => {
  if (trouble === 'offline') return HttpResponse.error()
  return trouble === '503' ? refusal(503, 'server.busy', 'Away') : good()
}

/** A server that stores the tenant of the one session and can fail. */
function twoTenants() {
  const state = {
    tenant: 't1',
    refresh: 'none' as Trouble,
    switching: 'none' as Trouble,
    isSwitchApplied: true,
    profile: 'none' as Trouble,
  }
  const asking = (request: Request) => {
    const claims = request.headers.get('authorization')?.split('.')[1] ?? ''
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).tenantId as string
  }
  server.use(
    http.post(REFRESH, async ({ request }) => {
      const { tenantId } = (await request.json()) as { tenantId: string | null }
      return answer(state.refresh, () =>
        HttpResponse.json({ accessToken: makeToken({ tenantId: tenantId ?? state.tenant }) }),
      )
    }),
    http.get('*/users/v2/me', ({ request }) =>
      answer(state.profile, () => HttpResponse.json({ ...recorded.ME, tenantId: asking(request) })),
    ),
    http.get('*/users/v3/me/tenants', ({ request }) =>
      HttpResponse.json({ tenants: TENANTS, activeTenant: TENANTS.find((one) => one.tenantId === asking(request)) }),
    ),
    http.put(SWITCH, async ({ request }) => {
      const { tenantId } = (await request.json()) as { tenantId: string }
      if (state.isSwitchApplied) state.tenant = tenantId
      return answer(state.switching, () => new HttpResponse(null))
    }),
    http.post('*/users/v3/me/token', () =>
      HttpResponse.json({ accessToken: makeToken(), expires: '2030-01-01T00:00:00.000Z', expiresIn: 300 }),
    ),
  )
  return state
}

async function start(browser = fakeBrowser(), options: SessionOptions = {}): Promise<Session> {
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment: browser.tab(), ...options })
  open.push(session)
  await session.start()
  return session
}

const shown = (session: Session) => session.getSnapshot().user?.tenantId

/** The outcome of a switch, with retries that do not wait. */
async function outcomeOf(switching: Promise<void>): Promise<string> {
  const outcome = switching.then(
    () => 'switched',
    (error: { status: number; code: string }) => `${error.status} ${error.code}`,
  )
  await vi.advanceTimersByTimeAsync(8000)
  return outcome
}

test.each([
  ['503', '503 server.busy'],
  ['offline', '0 network'],
] as const)(
  'a switch whose renewal fails (%s) is rejected, and the old tenant is shown no longer',
  async (trouble, refused) => {
    const state = twoTenants()
    const browser = fakeBrowser()
    const [here, other] = [await start(browser), await start(browser)]
    state.refresh = trouble
    expect(await outcomeOf(here.switchTenant('t2'))).toBe(refused)
    expect(here.getSnapshot()).toMatchObject({
      status: 'anonymous',
      user: null,
      failure: { status: Number(refused.split(' ')[0]) },
    })

    // It retries by itself, and the other tab follows.
    state.refresh = 'none'
    await vi.advanceTimersByTimeAsync(16_000)
    await expect.poll(() => [shown(here), shown(other)]).toEqual(['t2', 't2'])
  },
)

test('a switch whose new profile cannot be read is rejected, and the old tenant is shown no longer', async () => {
  const state = twoTenants()
  const here = await start()
  state.profile = '503'
  expect(await outcomeOf(here.switchTenant('t2'))).toBe('503 server.busy')
  expect(here.getSnapshot()).toMatchObject({ status: 'anonymous', failure: { status: 503 } })
})

test.each([
  [true, 'switched', 't2'],
  [false, '0 network', 't1'],
] as const)(
  'a switch whose answer is lost is what the server says afterwards (applied: %s)',
  async (isSwitchApplied, outcome, tenant) => {
    const state = twoTenants()
    const here = await start()
    Object.assign(state, { switching: 'offline', isSwitchApplied })
    expect(await outcomeOf(here.switchTenant('t2'))).toBe(outcome)
    expect(shown(here)).toBe(tenant)
  },
)

test('offline the page shows no tenant until the server has said which it is', async () => {
  const state = twoTenants()
  const here = await start()
  Object.assign(state, { switching: 'offline', refresh: 'offline', isSwitchApplied: false })
  expect(await outcomeOf(here.switchTenant('t2'))).toBe('0 network')
  expect(shown(here)).toBeUndefined()
  Object.assign(state, { switching: 'none', refresh: 'none' })
  await vi.advanceTimersByTimeAsync(16_000)
  await expect.poll(() => shown(here)).toBe('t1')
})

test('a server that stays in the other tenant makes the switch fail', async () => {
  const state = twoTenants()
  const here = await start()
  state.isSwitchApplied = false
  expect(await outcomeOf(here.switchTenant('t2'))).toBe('409 session.tenant_not_switched')
  expect(shown(here)).toBe('t1')
})

test('a switch that the server refuses leaves the page where it is', async () => {
  twoTenants()
  const here = await start()
  server.use(http.put(SWITCH, () => refusal(403, 'tenants.not_a_member', 'Not a member')))
  expect(await outcomeOf(here.switchTenant('t2'))).toBe('403 tenants.not_a_member')
  expect(shown(here)).toBe('t1')
})

test('a session that ends during the switch rejects it', async () => {
  twoTenants()
  const here = await start()
  server.use(http.post(REFRESH, () => refusal(401, 'sessions.not_found', 'Session not found')))
  expect(await outcomeOf(here.switchTenant('t2'))).toBe('401 sessions.not_found')
  expect(here.getSnapshot()).toMatchObject({ status: 'anonymous', ended: 'expired' })
})

test('a tab with its own tenant stays in the one before when the renewal fails', async () => {
  const state = twoTenants()
  const here = await start(fakeBrowser(), { tenantPerTab: true })
  expect(await outcomeOf(here.switchTenant('t2'))).toBe('switched')
  state.refresh = '503'
  expect(await outcomeOf(here.switchTenant('t1'))).toBe('503 server.busy')
  state.refresh = 'none'
  await here.refresh()
  expect(shown(here)).toBe('t2')
})
