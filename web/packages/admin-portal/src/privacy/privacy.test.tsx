import { boot, cannedServer, recorded, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { deviceOf } from '../shared/device'
import { onlyPassword, place, readOnly, renderPortal } from '../testing'
import type { LoginSession } from '../wire'

const server = cannedServer(...boot(), ...onlyPassword())

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const EDGE = `${CHROME} Edg/142.0`
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

const session = (id: string, userAgent: string | null, current = false): LoginSession => ({
  id,
  userAgent,
  ipAddress: '203.0.113.7',
  createdAt: new Date().toISOString(),
  expires: new Date().toISOString(),
  current,
  impersonated: false,
})

function withSessions(...sessions: LoginSession[]) {
  let left = sessions
  const ended: string[] = []
  server.use(
    http.get('*/sessions/v1/me', () => HttpResponse.json(left)),
    http.delete('*/sessions/v1/me/:id', ({ params }) => {
      ended.push(String(params.id))
      left = left.filter(({ id, current }) => (params.id === 'all' ? current : id !== params.id))
      return new HttpResponse(null)
    }),
  )
  return ended
}

test.each([
  [CHROME, 'Chrome', 'Windows', false],
  [SAFARI, 'Safari', 'iOS', true],
  [EDGE, 'Edge', 'Windows', false],
  [FIREFOX, 'Firefox', 'Linux', false],
  ['', undefined, undefined, false],
])('a device in plain words: %s', (userAgent, browser, system, isHandheld) => {
  expect(deviceOf(userAgent)).toEqual({ ...(browser && { browser, system }), isHandheld })
})

test('this device comes first and cannot be signed out here', async () => {
  withSessions(session('s1', SAFARI), session('s2', CHROME, true), session('s3', null))
  renderPortal('/privacy', { server, person: readOnly() })
  await screen.findByText('Chrome on Windows')
  const rows = screen.getAllByRole('listitem').filter((item) => within(item).queryByText('203.0.113.7'))
  expect(rows[0]).toHaveTextContent('Chrome on WindowsThis device')
  expect(within(rows[0] as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
  expect(screen.getByText('Unknown device')).toBeVisible()
})

test('one device is signed out after a question', async () => {
  const ended = withSessions(session('s1', SAFARI), session('s2', CHROME, true))
  renderPortal('/privacy', { server, person: readOnly() })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS, 203.0.113.7' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign out Safari on iOS, 203.0.113.7?' })
  expect(ended).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out Safari on iOS, 203.0.113.7' }))
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument())
  expect(ended).toEqual(['s1'])
  expect(screen.getByText('You are not signed in anywhere else.')).toBeVisible()
})

test('a device is told by its place, where that is known', async () => {
  server.use(place({ city: 'Lisbon', country_code: 'PT' }))
  withSessions(session('s1', SAFARI), session('s2', CHROME, true))
  renderPortal('/privacy', { server, person: readOnly() })
  expect(await screen.findByRole('button', { name: 'Sign out Safari on iOS, Lisbon, Portugal' })).toBeVisible()
  expect(screen.getAllByText('Lisbon, Portugal')).toHaveLength(2)
})

test('many devices are shown in pages of ten', async () => {
  const others = Array.from({ length: 25 }, (_, index) => session(`o${index}`, SAFARI))
  withSessions(...others, session('s2', CHROME, true))
  renderPortal('/privacy', { server, person: readOnly() })
  expect(await screen.findByText('1–10 of 26')).toBeVisible()
  const endings = () => screen.getAllByRole('button', { name: /^Sign out Safari/ })
  expect(endings()).toHaveLength(9)
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(screen.getByText('11–20 of 26')).toBeVisible()
  expect(endings()).toHaveLength(10)
  expect(screen.queryByText('Chrome on Windows')).not.toBeInTheDocument()
})

test('all others are signed out, this one stays', async () => {
  const ended = withSessions(session('s1', SAFARI), session('s2', CHROME, true), session('s3', FIREFOX))
  renderPortal('/privacy', { server, person: readOnly() })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out all other devices' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('2 other devices are signed out.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out all other devices' }))
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).not.toBeInTheDocument())
  expect(ended).toEqual(['all'])
  expect(screen.getByText('Chrome on Windows')).toBeVisible()
})

test('the vendor hides the list of devices', async () => {
  const fieldsProperties = { loginSessions: { appearance: 'hidden' } }
  server.use(...boot({ themeV2: { adminPortal: { pages: { privacy: { fieldsProperties } } } } }))
  withSessions(session('s2', CHROME, true))
  renderPortal('/privacy', { server, person: readOnly() })
  expect(await screen.findByRole('button', { name: 'Change password' })).toBeVisible()
  expect(screen.queryByText('Where you are signed in')).not.toBeInTheDocument()
})

async function changePassword(current: string, next: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Current password'), current)
  await userEvent.type(within(dialog).getByLabelText('New password'), next)
  const send = () => userEvent.click(within(dialog).getByRole('button', { name: 'Change password' }))
  await send()
  return { dialog, send }
}

function withConfig() {
  server.use(http.get('*/passwords/config', () => HttpResponse.json(recorded.PASSWORD_CONFIG)))
}

test('refusals land at the field they are about', async () => {
  withSessions(session('s2', CHROME, true))
  withConfig()
  let answer = () => refusal(400, 'passwords.wrong_current', 'The current password is incorrect')
  const sent = vi.fn()
  server.use(
    http.post('*/passwords/change', async ({ request }) => {
      sent(await request.json())
      return answer()
    }),
  )
  renderPortal('/privacy', { server, person: readOnly() })
  const { dialog, send } = await changePassword('wrong', 'a long new sentence')
  expect(await within(dialog).findByText('The current password is incorrect')).toBeVisible()
  expect(within(dialog).getByLabelText('Current password')).toBeInvalid()
  expect(sent).toHaveBeenCalledWith({ password: 'wrong', newPassword: 'a long new sentence' })

  answer = () => refusal(400, 'passwords.breached', 'This password has leaked')
  await send()
  expect(await within(dialog).findByText('This password has leaked')).toBeVisible()
  expect(within(dialog).getByLabelText('New password')).toBeInvalid()

  answer = () => new HttpResponse(null, { status: 201 }) as ReturnType<typeof refusal>
  await send()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a short password is told before it is sent', async () => {
  withSessions(session('s2', CHROME, true))
  withConfig()
  renderPortal('/privacy', { server, person: readOnly() })
  const { dialog } = await changePassword('current', 'short')
  expect(await within(dialog).findByText(/Use at least 15 characters/)).toBeVisible()
})
