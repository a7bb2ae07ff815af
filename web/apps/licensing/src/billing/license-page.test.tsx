import { cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { paid, portal, renderPortal } from '../testing'

const ann = {
  id: '01900000-0000-7000-8000-00000000000a',
  kind: 'user',
  subject: 'ann@acme.test',
  name: 'Ann Lee',
  hostname: 'laptop',
  version: '2.1',
  claimedAt: '2026-11-20T12:00:00Z',
  lastSeenAt: '2026-11-20T12:00:00Z',
} as const
let held: (typeof ann)[] = [ann]
const server = cannedServer(
  ...portal([paid]),
  http.get('*/api/v1/licenses/:id/seats', () => HttpResponse.json({ items: held, total: held.length })),
)

test('a seat is freed after a question', async () => {
  const freed = vi.fn()
  server.use(
    http.get('*/api/v1/licenses/:id/seats', () => HttpResponse.json({ items: held, total: held.length })),
    http.delete('*/api/v1/licenses/:id/seats/:seat', ({ params }) => {
      freed(params.id, params.seat)
      held = []
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderPortal('/billing/license/f2')
  const row = await screen.findByRole('row', { name: /Ann Lee/ })
  expect(row).toHaveTextContent('ann@acme.test \u00b7 laptop \u00b7 2.1')
  await userEvent.click(within(row).getByRole('button', { name: 'Release seat for Ann Lee' }))
  const dialog = await screen.findByRole('dialog')
  expect(freed).not.toHaveBeenCalled()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Release seat' }))
  await waitFor(() => expect(freed).toHaveBeenCalledWith('f2', ann.id))
  expect(await screen.findByText('No seats in use')).toBeVisible()
  held = [ann]
})

test('a reader sees who holds a seat, and neither keys nor buttons', async () => {
  server.use(...portal([paid], [{ key: 'licensing.read.licenses' }]))
  server.use(http.get('*/api/v1/licenses/:id/seats', () => HttpResponse.json({ items: held, total: 1 })))
  renderPortal('/billing/license/f2')
  expect(await screen.findByRole('row', { name: /Ann Lee/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Release the seat/ })).not.toBeInTheDocument()
  expect(screen.queryByText('License key')).not.toBeInTheDocument()
  expect(screen.queryByText('Download license file')).not.toBeInTheDocument()
})

test('an unknown license leads to billing', async () => {
  const { history } = renderPortal('/billing/license/nothing')
  expect(await screen.findByRole('heading', { name: 'Billing' })).toBeVisible()
  expect(history.location.pathname).toBe('/billing')
})

test.each(['access.step_up_needed', 'access.recent_sign_in_needed'])(
  'a key is shown once somebody has shown again who they are (%s)',
  async (code) => {
    server.use(
      http.post(
        '*/api/v1/licenses/:id/key',
        () => new HttpResponse('Show who you are', { status: 403, headers: { 'error-code': code } }),
      ),
    )
    renderPortal('/billing/license/f2')
    await userEvent.click(await screen.findByRole('button', { name: 'Show key' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' })
    expect(within(dialog).getByRole('button', { name: 'Confirm identity' })).toBeEnabled()
    expect(screen.queryByText('GH-SECRET-KEY')).not.toBeInTheDocument()
  },
)

test('a key is replaced with an overlap, and the new one is shown once', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/licenses/:id/key/rotate', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ key: 'GH-NEW-KEY', formerUntil: '2126-12-04T12:00:00Z' })
    }),
  )
  renderPortal('/billing/license/f2')
  await userEvent.click(await screen.findByRole('button', { name: 'Rotate key' }))
  const question = await screen.findByRole('dialog', { name: 'Rotate the license key?' })
  expect(within(question).getByLabelText('Works for 7 more days')).toBeChecked()
  await userEvent.click(within(question).getByLabelText('Works for 1 more day'))
  await userEvent.click(within(question).getByRole('button', { name: 'Rotate key' }))
  const shown = await screen.findByRole('dialog', { name: 'New license key' })
  expect(sent).toEqual([{ overlapHours: 24 }])
  expect(shown).toHaveTextContent('GH-NEW-KEY')
  expect(shown).toHaveTextContent('December 4, 2126')
})

test('who has not shown lately who they are is asked to before a key is replaced', async () => {
  server.use(
    http.post(
      '*/api/v1/licenses/:id/key/rotate',
      () =>
        new HttpResponse('Sign in again', { status: 403, headers: { 'error-code': 'access.recent_sign_in_needed' } }),
    ),
  )
  renderPortal('/billing/license/f2')
  await userEvent.click(await screen.findByRole('button', { name: 'Rotate key' }))
  const question = await screen.findByRole('dialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Rotate key' }))
  expect(await screen.findByRole('dialog', { name: 'Confirm your identity' })).toBeVisible()
})

test('who only reads keys replaces none', async () => {
  server.use(...portal([paid], [{ key: 'licensing.read.licenses' }, { key: 'licensing.read.keys' }]))
  renderPortal('/billing/license/f2')
  expect(await screen.findByRole('button', { name: 'Show key' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Rotate key' })).not.toBeInTheDocument()
})

const RELAY_KEY = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'

const FILE = {
  license: {
    version: 1,
    keyId: 'shipped',
    customer: 'Acme',
    fingerprint: 'f2',
    name: 'Acme',
    licenseType: 'teams',
    isTrial: false,
    maxSeats: 5,
    subject: 'relay r1',
    relayKey: RELAY_KEY,
    entitlements: ['teams'],
    issuedAt: '2026-11-21T10:00:00Z',
    refreshAt: '2026-11-22T10:00:00Z',
    expiresAt: '2026-12-21T10:00:00Z',
    validTo: null,
  },
  algorithm: 'Ed25519',
  signature: 's',
}

/** What the browser is handed to keep, by name. */
function savedFiles(): Map<string, Blob> {
  const saved = new Map<string, Blob>()
  let last: Blob | undefined
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      last = file
      return 'blob:file'
    },
    revokeObjectURL() {},
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) saved.set(this.download, last)
  })
  return saved
}

const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(file)
  })

test('a relay gets a file of its own', async () => {
  const saved = savedFiles()
  const asked: (string | null)[] = []
  server.use(
    http.get('*/api/v1/licenses/f2/file', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('relayKey'))
      return HttpResponse.json(FILE)
    }),
  )
  renderPortal('/billing/license/f2')
  await userEvent.click(await screen.findByRole('button', { name: 'License file for a relay' }))
  const dialog = await screen.findByRole('dialog', { name: 'License file for a relay' })
  expect(dialog).toHaveTextContent('gatehouse relay key')
  const field = within(dialog).getByRole('textbox', { name: 'Public key of the relay' })
  const submit = within(dialog).getByRole('button', { name: 'Download file' })
  for (const wrong of [RELAY_KEY.replace('_', '/'), `${RELAY_KEY.slice(0, -1)}p`]) {
    await userEvent.clear(field)
    await userEvent.click(field)
    await userEvent.paste(wrong)
    await userEvent.click(submit)
    expect(await within(dialog).findByText(/This is not a relay key/)).toBeVisible()
  }
  expect(asked).toEqual([])
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(`  ${RELAY_KEY} `)
  await userEvent.click(submit)
  expect(await screen.findByText('Move license.json to the relay’s folder')).toBeVisible()
  expect(asked).toEqual([RELAY_KEY])
  expect([...saved.keys()]).toEqual(['license.json'])
  expect(JSON.parse(await textOf(saved.get('license.json') as Blob))).toEqual(FILE)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('what the server refuses is said beside the key of the relay', async () => {
  server.use(
    http.get('*/api/v1/licenses/f2/file', () => new HttpResponse('This is not the key of a relay.', { status: 400 })),
  )
  renderPortal('/billing/license/f2')
  await userEvent.click(await screen.findByRole('button', { name: 'License file for a relay' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('textbox'))
  await userEvent.paste(RELAY_KEY)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Download file' }))
  expect(await within(dialog).findByText(/This is not the key of a relay/)).toBeVisible()
})
