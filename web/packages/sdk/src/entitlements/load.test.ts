import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { createSession } from '../session'
import { boot, cannedServer, fakeBrowser, refusal, signedIn } from '../testing'
import { EntitlementsNotEnabledError, loadEntitlements } from './check-entitlement'

const PATH = '*/entitlements/api/v2/user-entitlements'
const server = cannedServer(...boot(), ...signedIn())
const answer = (features: object) => http.get(PATH, () => HttpResponse.json({ features, plans: {}, permissions: {} }))

async function signedInWith(entitlements: boolean) {
  const environment = fakeBrowser().tab()
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment, entitlements })
  await session.start()
  return session
}

test('loading again brings what is new, and tells that it worked', async () => {
  server.use(answer({}))
  const session = await signedInWith(true)
  const sso = { planIds: [], expireTime: -1, linkedPermissions: [], featureFlag: null }
  server.use(answer({ sso }))
  const done = vi.fn()
  expect(await loadEntitlements(session, done)).toBe(true)
  expect(done).toHaveBeenCalledWith(true)
  expect(session.getSnapshot().entitlements?.features).toHaveProperty('sso')
  session.stop()
})

test('a load that fails calls back false, and nothing is theirs', async () => {
  server.use(answer({}))
  const session = await signedInWith(true)
  server.use(http.get(PATH, () => refusal(403, 'x', 'No')))
  const done = vi.fn()
  expect(await loadEntitlements(session, done)).toBe(false)
  expect(done).toHaveBeenCalledWith(false)
  expect(session.getSnapshot()).toMatchObject({ status: 'authenticated', entitlements: { features: {} } })
  session.stop()
})

test('without the option it says which one is missing', async () => {
  const session = await signedInWith(false)
  await expect(loadEntitlements(session)).rejects.toThrow(EntitlementsNotEnabledError)
  await expect(loadEntitlements(session)).rejects.toThrow(/enabled in the provider options/)
  session.stop()
})
