import { HttpResponse, http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { createSession } from './session'
import type { Session } from './session-interface'
import { boot, cannedServer, fakeBrowser, makeToken, recorded, signedIn } from './testing'

const ME = '*/identity/resources/users/v2/me'
const server = cannedServer(...boot(), ...signedIn())
const open: Session[] = []
afterEach(() => {
  for (const session of open.splice(0)) session.stop()
})

async function tab(browser = fakeBrowser()): Promise<Session> {
  const made = createSession({ baseUrl: 'http://gatehouse.test', environment: browser.tab() })
  open.push(made)
  await made.start()
  return made
}

/** Profile requests are answered one by one, when the test releases them by number. */
function heldProfiles() {
  const held: ((me: object) => void)[] = []
  server.use(
    http.get(ME, async () => {
      const me = await new Promise<object>((release) => void held.push(release))
      return HttpResponse.json({ ...recorded.ME, ...me })
    }),
  )
  return {
    asked: async (count: number) => void (await expect.poll(() => held).toHaveLength(count)),
    answer: (number: number, me: object) => held[number]?.(me),
  }
}

const token = (tenantId: string) => ({ accessToken: makeToken({ tenantId }), expiresIn: 300 })

test('another tab that goes to a tenant and straight back leaves this one where it is', async () => {
  const browser = fakeBrowser()
  const here = await tab(browser)
  const profiles = heldProfiles()
  const news = browser.tab().openChannel?.('gatehouse:http://gatehouse.test:INVALID-CLIENT-ID')
  const back = token('t1')
  news?.postMessage({ type: 'token', answer: token('t2'), number: 7, at: Date.now() })
  await profiles.asked(1)
  news?.postMessage({ type: 'token', answer: back, number: 8, at: Date.now() })
  await expect.poll(() => here.getSnapshot().accessToken).toBe(back.accessToken)
  profiles.answer(0, { tenantId: 't2' })
  const renewed = here.refresh()
  await renewed
  expect(here.getSnapshot().user?.tenantId).toBe('t1')
})

test('a profile that was read before another change does not undo it', async () => {
  const session = await tab()
  const profiles = heldProfiles()
  const first = session.reloadUser()
  await profiles.asked(1)
  const second = session.reloadUser()
  await profiles.asked(2)
  profiles.answer(1, { name: 'After both changes' })
  await second
  profiles.answer(0, { name: 'After the first change' })
  await first
  expect(session.getSnapshot().user?.name).toBe('After both changes')
})

test('a profile read while the tenant was changed elsewhere is not shown as that of the new tenant', async () => {
  const browser = fakeBrowser()
  const here = await tab(browser)
  const profiles = heldProfiles()
  const reloading = here.reloadUser()
  await profiles.asked(1)
  const elsewhere = token('t2')
  const news = browser.tab().openChannel?.('gatehouse:http://gatehouse.test:INVALID-CLIENT-ID')
  news?.postMessage({ type: 'token', answer: elsewhere, number: 7, at: Date.now() })
  await profiles.asked(2)
  profiles.answer(1, { tenantId: 't2', name: 'At t2' })
  await expect.poll(() => here.getSnapshot().accessToken).toBe(elsewhere.accessToken)
  profiles.answer(0, { tenantId: 't1', name: 'At t1' })
  await reloading
  expect(here.getSnapshot().user).toMatchObject({ tenantId: 't2', name: 'At t2' })
})
