import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { readOnly, renderPortal } from '../testing'

const server = cannedServer(...boot())

const CONFIGURATIONS = '*/identity/resources/configurations'
const SESSIONS = `${CONFIGURATIONS}/sessions/v1`
const IP = `${CONFIGURATIONS}/v1/restrictions/ip`
const DOMAINS = `${CONFIGURATIONS}/restrictions/v1/email-domain`
const COUNTRIES = '*/security-engines/resources/policies/v1/country-restriction'
const NO_PLACE = {
  country_code: null,
  country_name: null,
  city: null,
  zip: null,
  latitude: null,
  longitude: null,
  location: { country_flag_emoji: null },
}
const MINE = '203.0.113.7'

const LIMITS = {
  sessionIdleTimeoutConfiguration: { isActive: false, timeout: 3600 },
  sessionTimeoutConfiguration: { isActive: true, timeout: 7_776_000 },
  sessionConcurrentConfiguration: { isActive: false, maxSessions: 10 },
}

let sent: unknown[]

beforeEach(() => {
  sent = []
})

/** Answers with what `answer` makes of the body, which it keeps. */
const takes = (method: 'post' | 'patch', path: string, answer: (body: never) => object | null, status = 201) =>
  http[method](path, async ({ request }) => {
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    sent.push(body)
    return HttpResponse.json(answer(body as never), { status })
  })

const ipRow = (ip: string) => ({
  id: ip,
  ip,
  strategy: 'ALLOW',
  isActive: true,
  description: 'Office',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
})

function ipServer(config: { isActive: boolean; strategy: string }, rows: string[]) {
  server.use(
    http.get(`${IP}/config`, () => HttpResponse.json(config)),
    http.get(IP, () =>
      HttpResponse.json({ items: rows.map(ipRow), _metadata: { totalItems: rows.length, totalPages: 1 } }),
    ),
    http.get('*/metadata/ipme', () => HttpResponse.json({ ...NO_PLACE, ip: MINE })),
    http.post(`${IP}/verify/allow`, () => HttpResponse.json({ valid: rows.includes(MINE) }, { status: 201 })),
  )
}

test('only the limits that changed are sent', async () => {
  server.use(
    http.get(SESSIONS, () => HttpResponse.json(LIMITS)),
    http.post(SESSIONS, async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 201 })
    }),
  )
  const { place } = renderPortal('/security', { server })
  expect(await screen.findByLabelText('Maximum session length')).toHaveValue('90')
  expect(place()).toBe('/security/sessions')
  expect(screen.queryByLabelText('Idle timeout')).not.toBeInTheDocument()

  await userEvent.click(screen.getByRole('switch', { name: 'Sign out inactive users' }))
  const time = screen.getByLabelText('Idle timeout')
  await userEvent.clear(time)
  await userEvent.type(time, '0')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Enter a duration from 1 minute to 365 days')).toBeVisible()
  await userEvent.clear(time)
  await userEvent.type(time, '2')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toEqual([{ sessionIdleTimeoutConfiguration: { isActive: true, timeout: 7200 } }]))
})

test('the policies of sign-in are saved each by itself', async () => {
  const mfa = { enforceMFAType: 'DontForce', allowRememberMyDevice: false, mfaDeviceExpiration: 1_209_600 }
  server.use(
    http.get(`${CONFIGURATIONS}/v1/mfa-policy`, () => HttpResponse.json(mfa)),
    http.get(`${CONFIGURATIONS}/v1/lockout-policy`, () => HttpResponse.json({ enabled: true, maxAttempts: 5 })),
    http.get(`${CONFIGURATIONS}/v1/password-history-policy`, () =>
      HttpResponse.json({ enabled: false, historySize: 5 }),
    ),
    takes('post', `${CONFIGURATIONS}/v1/mfa-policy`, (body: object) => ({ ...mfa, ...body })),
    takes('post', `${CONFIGURATIONS}/v1/lockout-policy`, (body: object) => body),
  )
  renderPortal('/security/sign-in', { server })
  await userEvent.click(await screen.findByRole('radio', { name: 'Required for everyone' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('MFA settings saved')).toBeVisible()
  expect(sent).toEqual([{ ...mfa, enforceMFAType: 'Force' }])
})

test('the own address is allowed and the list turned on in one step', async () => {
  ipServer({ isActive: false, strategy: 'ALLOW' }, [])
  server.use(takes('post', `${IP}/current`, () => ipRow(MINE)))
  renderPortal('/security/ip', { server })
  expect(await screen.findByText(`Your address is ${MINE}`)).toBeVisible()
  expect(await screen.findByText('No addresses yet')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add my address and turn on' }))
  expect(await screen.findByText(`${MINE} added, and IP restrictions turned on`)).toBeVisible()
  expect(sent).toEqual([null])
})

test('the list opens with ten of the addresses that are allowed, and the own one is looked at', async () => {
  ipServer({ isActive: false, strategy: 'ALLOW' }, [MINE])
  const asked: string[] = []
  server.use(
    http.get(IP, ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ items: [ipRow(MINE)], _metadata: { totalItems: 1, totalPages: 1 } })
    }),
  )
  renderPortal('/security/ip', { server })
  expect(await screen.findByText('It is on the list of allowed addresses.')).toBeVisible()
  expect(Object.fromEntries(new URLSearchParams(asked[0]))).toEqual({ _filter: 'ALLOW', _limit: '10', _offset: '0' })
})

test('whether the own address is allowed is asked again after each change', async () => {
  const rows = [MINE]
  ipServer({ isActive: false, strategy: 'ALLOW' }, rows)
  server.use(
    http.delete(`${IP}/:id`, () => {
      rows.length = 0
      return new HttpResponse(null, { status: 200 })
    }),
  )
  renderPortal('/security/ip', { server })
  expect(await screen.findByText('It is on the list of allowed addresses.')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${MINE}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('button', { name: 'Add my address and turn on' })).toBeVisible()
})

test('an address is added, and a refusal stands at its field', async () => {
  ipServer({ isActive: true, strategy: 'ALLOW' }, [MINE])
  let isKnown = true
  server.use(
    http.post(IP, async ({ request }) => {
      sent.push(await request.json())
      return isKnown
        ? refusal(409, 'ip_restrictions.exists', 'It is already in the list')
        : HttpResponse.json(ipRow('198.51.100.0/24'), { status: 201 })
    }),
  )
  renderPortal('/security/ip', { server })
  expect(await screen.findByText('Sign-ins from other addresses are blocked.')).toBeVisible()
  expect(screen.getByText('It is on the list of allowed addresses.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add address' }))
  await userEvent.type(dialog.getByLabelText('Address or network'), 'office{Enter}')
  expect(await dialog.findByText(/^Enter an address such as/)).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.clear(dialog.getByLabelText('Address or network'))
  await userEvent.type(dialog.getByLabelText('Address or network'), '198.51.100.0/24{Enter}')
  expect(await dialog.findByText('It is already in the list')).toBeVisible()
  isKnown = false
  await userEvent.click(dialog.getByRole('button', { name: 'Add address' }))
  expect(await screen.findByText('198.51.100.0/24 added')).toBeVisible()
  expect(sent.at(-1)).toEqual({ ip: '198.51.100.0/24', description: '', strategy: 'ALLOW', isActive: true })
})

test('before the last address goes, it says what that means', async () => {
  ipServer({ isActive: true, strategy: 'ALLOW' }, [MINE])
  server.use(http.delete(`${IP}/:id`, () => new HttpResponse(null, { status: 200 })))
  renderPortal('/security/ip', { server })
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${MINE}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Remove ${MINE}?` }))
  expect(dialog.getByText(/^This is the last entry/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(`${MINE} removed`)).toBeVisible()
})

test('a list that would lock the person out stays off, and says why', async () => {
  ipServer({ isActive: false, strategy: 'ALLOW' }, ['198.51.100.7'])
  server.use(
    http.post(`${IP}/config`, () =>
      refusal(409, 'ip_restrictions.would_lock_you_out', `Your own address ${MINE} would be refused.`),
    ),
  )
  renderPortal('/security/ip', { server })
  const toggle = await screen.findByRole('switch', { name: 'Restrict sign-in by IP address' })
  await userEvent.click(toggle)
  expect(await screen.findByText(new RegExp(`Your own address ${MINE} would be refused`))).toBeVisible()
  await waitFor(() => expect(toggle).not.toBeChecked())
})

test('email domains: the chosen list is shown, and sent as type', async () => {
  const domain = (name: string, type: string) => ({ id: name, domain: name, type })
  server.use(
    http.get(`${DOMAINS}/config`, () =>
      HttpResponse.json({ active: true, listType: 'BLOCK', blockPublicDomains: false }),
    ),
    http.get(DOMAINS, () =>
      HttpResponse.json({ items: [domain('evil.example', 'BLOCK'), domain('acme.example', 'ALLOW')] }),
    ),
    takes('post', DOMAINS, ({ domain: name, type }: { domain: string; type: string }) => domain(name, type)),
    takes('post', `${DOMAINS}/config`, () => ({ active: true, listType: 'ALLOW', blockPublicDomains: true })),
  )
  renderPortal('/security/domains', { server })
  expect(await screen.findByText('evil.example')).toBeVisible()
  expect(screen.queryByText('acme.example')).not.toBeInTheDocument()
  expect(screen.getByText('Email addresses from these domains are blocked.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add domain' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add domain' }))
  await userEvent.type(dialog.getByLabelText('Domain'), 'worse.example{Enter}')
  expect(await screen.findByText('worse.example added')).toBeVisible()
  await userEvent.click(screen.getByRole('switch', { name: 'Block public email providers' }))
  expect(await screen.findByText('Public email providers blocked')).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'Allow only these domains' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { domain: 'worse.example', type: 'BLOCK' },
      { active: true, blockPublicDomains: true },
      { active: true, type: 'ALLOW' },
    ]),
  )
})

const countryConfig = (isAvailable: boolean) => ({
  enabled: false,
  action: 'ALLOW',
  failStrategy: 'BLOCK',
  shouldSendRestrictionEmail: false,
  isAvailable,
  ownCountry: isAvailable ? 'DE' : null,
})

test('without a file the tab says so', async () => {
  server.use(
    http.get(COUNTRIES, () => HttpResponse.json(countryConfig(false))),
    http.get(`${COUNTRIES}/countries`, () => HttpResponse.json([])),
  )
  renderPortal('/security/countries', { server })
  expect(await screen.findByText('Country restrictions are not available')).toBeVisible()
  expect(screen.queryByRole('switch')).not.toBeInTheDocument()
})

test('rules and list of countries are saved in one step', async () => {
  server.use(
    http.get(COUNTRIES, () => HttpResponse.json(countryConfig(true))),
    http.get(`${COUNTRIES}/countries`, () => HttpResponse.json([{ id: 'AT', countryCode: 'AT' }])),
    takes('post', COUNTRIES, () => ({ ...countryConfig(true), enabled: true })),
  )
  renderPortal('/security/countries', { server })
  expect(await screen.findByText('You are in Germany.')).toBeVisible()
  await userEvent.click(screen.getByRole('switch', { name: 'Restrict sign-in by country' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Notify users by email when their sign-in is blocked' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        enabled: true,
        action: 'ALLOW',
        failStrategy: 'BLOCK',
        shouldSendRestrictionEmail: true,
        countries: [{ countryCode: 'AT' }],
      },
    ]),
  )
})

test('who may only read sees the tabs they may, and changes nothing', async () => {
  server.use(http.get(SESSIONS, () => HttpResponse.json(LIMITS)))
  renderPortal('/security', { server, person: readOnly('fe.secure.read.securityPolicy') })
  expect(await screen.findByText('Only administrators can change these settings.')).toBeVisible()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Sessions', 'Sign-in'])
  for (const toggle of screen.getAllByRole('switch')) expect(toggle).toBeDisabled()
  expect(screen.getByLabelText('Maximum session length')).toHaveAttribute('readonly')
})
