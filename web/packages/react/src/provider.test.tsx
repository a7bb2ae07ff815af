import type { Environment } from '@gatehouse/sdk'
import { boot, cannedServer, fakeBrowser, makeToken, recorded, signedIn } from '@gatehouse/sdk/testing'
import { act, render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { GatehouseProvider, useAuth, useSession } from './index'

const REFRESH = '*/identity/resources/auth/v1/user/token/refresh'
const server = cannedServer(...boot(), ...signedIn())
const HOME = { baseUrl: 'http://gatehouse.test' }

/** A tab that counts its open channels to other tabs and those it ever opened. */
function countedTab(browser = fakeBrowser()) {
  const count = { opened: 0, open: 0 }
  const tab = browser.tab()
  const environment: Partial<Environment> = {
    ...tab,
    openChannel(name) {
      count.opened += 1
      count.open += 1
      const channel = tab.openChannel?.(name)
      if (!channel) throw new Error('There is no channel.')
      const close = () => {
        count.open -= 1
        channel.close()
      }
      return { ...channel, close }
    },
  }
  return { environment, count }
}

function countRefreshes() {
  const seen = { count: 0 }
  server.use(
    http.post(REFRESH, () => {
      seen.count += 1
      return HttpResponse.json({ ...recorded.LOGIN, accessToken: makeToken() })
    }),
  )
  return seen
}

const Who = () => {
  const { user, status } = useAuth()
  return <p>{user?.name ?? status}</p>
}

test('in strict mode there is one session, which starts once, outlives the second effect and ends with the page', async () => {
  const asked = countRefreshes()
  const browser = fakeBrowser()
  const { environment, count } = countedTab(browser)
  const { unmount } = render(
    <StrictMode>
      <GatehouseProvider {...HOME} environment={environment}>
        <Who />
      </GatehouseProvider>
    </StrictMode>,
  )
  expect(await screen.findByText(recorded.ME.name)).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve))
  expect([asked.count, count]).toEqual([1, { opened: 1, open: 1 }])

  // It still receives messages of other tabs.
  const other = countedTab(browser)
  render(
    <GatehouseProvider {...HOME} environment={other.environment}>
      <SignOut />
    </GatehouseProvider>,
  )
  server.use(http.post('*/identity/resources/auth/v1/logout', () => HttpResponse.json({}, { status: 201 })))
  await act(async () => (await screen.findByRole('button', { name: 'Out' })).click())
  expect(await screen.findByText('anonymous')).toBeVisible()

  unmount()
  await expect.poll(() => count.open).toBe(0)
})

function SignOut() {
  const { logout } = useAuth()
  return (
    <button type="button" onClick={() => void logout()}>
      Out
    </button>
  )
}

const Base = () => <p>{useSession().baseUrl}</p>

test('of several providers on one page each has its own session, and the nearest counts', async () => {
  const asked = countRefreshes()
  const browser = fakeBrowser()
  const [one, other] = [countedTab(browser), countedTab(browser)]
  render(
    <GatehouseProvider {...HOME} clientId="c1" environment={one.environment}>
      <Base />
      <GatehouseProvider baseUrl="http://other.test" clientId="c2" environment={other.environment}>
        <Base />
      </GatehouseProvider>
    </GatehouseProvider>,
  )
  expect(await screen.findByText('http://gatehouse.test')).toBeVisible()
  expect(screen.getByText('http://other.test')).toBeVisible()
  await expect.poll(() => asked.count).toBe(2)
  expect([one.count.opened, other.count.opened]).toEqual([1, 1])
})
