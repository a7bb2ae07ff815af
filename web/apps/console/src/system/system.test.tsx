import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { FailedJob, SystemState } from '../wire'

const server = cannedServer(...boot({}))
const SYSTEM = '*/vendor/resources/system/v1'

const STATE: SystemState = {
  version: '1.2.3',
  migrations: [{ name: '0174.first_owner', appliedAt: '2026-03-01T12:00:00Z', note: 'Addresses for the first owner.' }],
  database: { version: '17.2', sizeBytes: 12_000_000 },
  channels: [
    {
      channel: 'mail',
      sent: 40,
      failed: 2,
      waiting: 1,
      lastSentAt: '2026-03-01T12:00:00Z',
      lastError: 'The mail server does not answer',
    },
  ],
  stuckPaymentEvents: 3,
  keys: [
    {
      purpose: 'tokens',
      id: 'key-one',
      algorithm: 'ES256',
      createdAt: '2026-01-01T00:00:00Z',
      activeFrom: '2026-01-01T00:10:00Z',
    },
  ],
}
const JOB: FailedJob = {
  id: 7,
  name: 'webhooks.deliver',
  createdAt: '2026-03-01T11:00:00Z',
  failedAt: '2026-03-01T12:00:00Z',
  error: 'TimeoutError',
  message: 'Nobody answered',
}

/** Serves jobs and applies changes. Returns the requests. */
function withSystem(...failed: FailedJob[]) {
  const asked: string[] = []
  server.use(
    http.get(SYSTEM, () => HttpResponse.json(STATE)),
    http.get(`${SYSTEM}/jobs`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const offset = Number(query.get('_offset'))
      return HttpResponse.json({
        running: 2,
        waiting: [{ name: 'mails.send', waiting: 5, later: 1, oldestDue: '2026-03-01T12:00:00Z' }],
        failed: failed.slice(offset, offset + Number(query.get('_limit'))),
        failedTotal: failed.length,
      })
    }),
    http.post(`${SYSTEM}/jobs/:id/retry`, ({ params }) => {
      asked.push(`retry ${params.id}`)
      failed.pop()
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete(`${SYSTEM}/jobs/:id`, ({ params }) => {
      asked.push(`drop ${params.id}`)
      failed.pop()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return asked
}

async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for webhooks.deliver 7' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('what waits, what failed and how sending goes is seen at once', async () => {
  withSystem(JOB)
  renderConsole('/system', { server })
  const failed = await screen.findByRole('table', { name: 'Failed jobs' })
  expect(within(failed).getByText('TimeoutError: Nobody answered')).toBeVisible()
  expect(within(screen.getByRole('table', { name: 'Pending jobs' })).getByText('mails.send')).toBeVisible()
  expect(screen.getByText('2 jobs running.')).toBeVisible()
  expect(await screen.findByText('40 sent, 1 pending, 2 failed')).toBeVisible()
  expect(screen.getByText('Last error: The mail server does not answer')).toBeVisible()
  expect(screen.getByText('3 could not be applied')).toBeVisible()
  expect(screen.getByText('No messages')).toBeVisible()
  expect(within(screen.getByRole('table', { name: 'Signing keys' })).getByText('key-one')).toBeVisible()
})

test('a job that gave up runs again', async () => {
  const asked = withSystem(JOB)
  renderConsole('/system', { server })
  await choose('Retry')
  expect(await screen.findByText('Retrying webhooks.deliver')).toBeVisible()
  expect(await screen.findByText('No failed jobs')).toBeVisible()
  expect(asked).toEqual(['retry 7'])
})

test('a job is dropped after a confirmation; a failed retry shows the reason', async () => {
  const asked = withSystem(JOB)
  server.use(
    http.post(`${SYSTEM}/jobs/:id/retry`, () =>
      refusal(409, 'system.job_waits_again', 'The same job is already pending. Drop this one.'),
    ),
  )
  renderConsole('/system', { server })
  await choose('Retry')
  expect(await screen.findByText(/The same job is already pending/)).toBeVisible()
  await choose('Discard')
  const question = await screen.findByRole('dialog', { name: 'Discard webhooks.deliver?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Discard job' }))
  expect(await screen.findByText('webhooks.deliver discarded')).toBeVisible()
  expect(asked).toEqual(['drop 7'])
})

test('a read-only role is offered no actions', async () => {
  withSystem(JOB)
  renderConsole('/system', { permissions: READ_ONLY, server })
  expect(await screen.findByText('TimeoutError: Nobody answered')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
})

test('the jobs are there when the rest is not', async () => {
  withSystem()
  server.use(http.get(SYSTEM, () => refusal(409, 'conflict', 'Not now')))
  renderConsole('/system', { server })
  expect(await screen.findByText('No failed jobs')).toBeVisible()
  expect(await screen.findByText('Not now')).toBeVisible()
  expect(screen.getByText('Health, keys and upgrades could not be loaded')).toBeVisible()
})

test('where nothing is there that is said once, and tried again with one press', async () => {
  const gone = () => refusal(409, 'conflict', 'Not now')
  server.use(http.get(SYSTEM, gone), http.get(`${SYSTEM}/jobs`, gone))
  renderConsole('/system', { server })
  expect(await screen.findByText('This could not be loaded')).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  withSystem()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No failed jobs')).toBeVisible()
  expect(await screen.findByText('1.2.3')).toBeVisible()
})

test('without permission the page says how to get access', async () => {
  withSystem()
  server.use(http.get(SYSTEM, () => refusal(403, 'access.missing_permission', 'No')))
  renderConsole('/system', { server })
  expect(await screen.findByText('Your role does not have access. Ask an owner to change your role.')).toBeVisible()
})

test('a table that is wider than the screen is scrolled with the keyboard', async () => {
  withSystem()
  renderConsole('/system', { permissions: READ_ONLY, server })
  const table = await screen.findByRole('table', { name: 'Signing keys' })
  expect(table.closest('[tabindex="0"]')).not.toBeNull()
})

test('an owner rotates the key; without a fresh second factor that is asked for', async () => {
  withSystem()
  const asked: unknown[] = []
  server.use(
    http.post(`${SYSTEM}/keys/rotate`, async ({ request }) => {
      asked.push(await request.json())
      return asked.length === 1
        ? refusal(403, 'access.step_up_needed', 'Confirm your identity')
        : new HttpResponse(null, { status: 204 })
    }),
  )
  renderConsole('/system', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Rotate key' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rotate the signing key for tokens?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Rotate key' }))
  const ask = await screen.findByRole('dialog', { name: 'Confirm your identity' })
  await userEvent.click(within(ask).getByRole('button', { name: 'Cancel' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Rotate key' }))
  expect(await screen.findByText('New key published. It starts signing tokens in 10 minutes.')).toBeVisible()
  expect(asked).toEqual([{ algorithm: 'ES256' }, { algorithm: 'ES256' }])
})

test('database migrations are listed', async () => {
  withSystem()
  renderConsole('/system', { permissions: READ_ONLY, server })
  const upgrades = await screen.findByRole('table', { name: 'Upgrades' })
  expect(within(upgrades).getByText('Addresses for the first owner.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Rotate key' })).toBeNull()
})

test('failed jobs come in pages, and all of them can be reached', async () => {
  withSystem(...Array.from({ length: 51 }, (_, place) => ({ ...JOB, id: place + 1 })))
  renderConsole('/system', { server })
  const table = await screen.findByRole('table', { name: 'Failed jobs' })
  expect(within(table).getAllByRole('row')).toHaveLength(51)
  expect(screen.getByText('1–50 of 51')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for webhooks.deliver 51' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Retry' }))
  // The second page is empty now.
  await waitFor(() => expect(screen.getByRole('table', { name: 'Failed jobs' })).toHaveTextContent('webhooks.deliver'))
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
})
