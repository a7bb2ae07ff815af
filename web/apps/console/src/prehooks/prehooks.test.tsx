import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'

const server = cannedServer(...boot({}))
const LIST = '*/prehooks/resources/configurations/v1'
const AT = '2026-01-01T00:00:00Z'
const HOOK = {
  id: 'beta-testers',
  type: 'API',
  displayName: 'Beta testers',
  description: '',
  url: 'https://erp.example.test/hook',
  secret: '••••••••',
  eventKeys: ['SIGN_UP', 'SIGN_IN'],
  isActive: false,
  failMethod: 'CLOSE',
  createdAt: AT,
  updatedAt: AT,
}
const CALL = {
  id: '00000000-0000-4000-8000-000000000001',
  eventKey: 'SIGN_UP',
  outcome: 'failed',
  milliseconds: 5003,
  detail: 'No answer within 5 seconds',
  createdAt: AT,
}

function withHooks(hooks: object[], calls: object[] = []) {
  server.use(
    http.get(LIST, () => HttpResponse.json(hooks)),
    http.get(`${LIST}/:id/calls`, () => HttpResponse.json(calls)),
  )
}

test('each says where it leads and what it is asked before', async () => {
  withHooks([HOOK])
  renderConsole('/prehooks', { server })
  const table = await screen.findByRole('table', { name: 'Prehooks' })
  expect(await within(table).findByText('Beta testers')).toBeVisible()
  expect(within(table).getByText('https://erp.example.test/hook')).toBeVisible()
  expect(within(table).getByText('Sign-up, Sign-in')).toBeVisible()
})

test('a new one begins switched off, and its secret is shown once', async () => {
  withHooks([])
  const asked: unknown[] = []
  server.use(
    http.post(LIST, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ ...HOOK, secret: 'told-only-here' }, { status: 201 })
    }),
  )
  renderConsole('/prehooks', { server })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Add prehook' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Add prehook' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add prehook' }))
  expect(await within(dialog).findByText('Choose at least one event')).toBeVisible()
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Beta testers')
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'URL' }), HOOK.url)
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Sign-up/ }))
  await userEvent.click(within(dialog).getByRole('radio', { name: /^Allow/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add prehook' }))
  expect(await screen.findByText('told-only-here')).toBeVisible()
  expect(asked).toEqual([
    {
      displayName: 'Beta testers',
      description: '',
      url: HOOK.url,
      eventKeys: ['SIGN_UP'],
      failMethod: 'OPEN',
      type: 'API',
      isActive: false,
    },
  ])
})

test('an event that another one has is said at its field', async () => {
  withHooks([HOOK])
  server.use(
    http.patch(`${LIST}/:id`, () => refusal(409, 'prehooks.event_taken', 'A prehook already exists for SIGN_UP')),
  )
  renderConsole(`/prehooks/${HOOK.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Beta testers' })
  await userEvent.click(within(drawer).getByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Beta testers' })
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Invitation/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText('A prehook already exists for SIGN_UP')).toBeVisible()
})

test('a concurrent change is kept, or reported before it is replaced', async () => {
  withHooks([HOOK])
  const asked: unknown[] = []
  server.use(
    http.patch(`${LIST}/:id`, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(HOOK)
    }),
  )
  renderConsole(`/prehooks/${HOOK.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Beta testers' })
  await userEvent.click(within(drawer).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Beta testers' }))
  withHooks([{ ...HOOK, url: 'https://erp.example.test/theirs', eventKeys: ['SIGN_UP', 'SIGN_IN', 'JWT_GENERATION'] }])
  await userEvent.type(dialog.getByRole('textbox', { name: 'URL' }), '/mine')
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Invitation/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText(/another administrator changed this to .*theirs/i)).toBeVisible()
  expect(asked).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toEqual({
    type: 'API',
    url: `${HOOK.url}/mine`,
    eventKeys: ['SIGN_UP', 'SIGN_IN', 'JWT_GENERATION', 'USER_INVITE'],
  })
})

test('a test shows what was sent and what came back', async () => {
  withHooks([HOOK], [CALL])
  const asked: unknown[] = []
  server.use(
    http.post(`${LIST}/:id/test`, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({
        sent: '{"eventKey":"SIGN_IN"}',
        statusCode: 200,
        body: '{"verdict":"block"}',
        verdict: 'block',
        message: 'Not you',
        failure: '',
        milliseconds: 12,
      })
    }),
  )
  renderConsole(`/prehooks/${HOOK.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Beta testers' })
  await userEvent.click(within(drawer).getByRole('radio', { name: 'Sign-in' }))
  await userEvent.click(within(drawer).getByRole('button', { name: 'Run test' }))
  expect(await within(drawer).findByText('Response: Blocked, after 12 ms')).toBeVisible()
  expect(within(drawer).getByText(/Not you/)).toBeVisible()
  expect(within(drawer).getByText(/"eventKey": "SIGN_IN"/)).toBeVisible()
  expect(asked).toEqual([{ eventKey: 'SIGN_IN' }])
  expect(within(drawer).getByText('No answer within 5 seconds')).toBeVisible()
  expect(within(drawer).getByText('Failed')).toBeVisible()
})

test('it is switched on, and gets a new secret', async () => {
  withHooks([HOOK])
  const asked: unknown[] = []
  server.use(
    http.patch(`${LIST}/:id`, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ ...HOOK, isActive: true })
    }),
    http.post(`${LIST}/:id/secret`, () => HttpResponse.json({ secret: 'another-one' }, { status: 201 })),
  )
  renderConsole(`/prehooks/${HOOK.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Beta testers' })
  await userEvent.click(within(drawer).getByRole('switch', { name: 'Active' }))
  await waitFor(() => expect(asked).toEqual([{ type: 'API', isActive: true }]))
  await userEvent.click(within(drawer).getByRole('button', { name: 'Rotate secret' }))
  const question = within(await screen.findByRole('dialog', { name: 'Rotate the secret for Beta testers?' }))
  await userEvent.click(question.getByRole('button', { name: 'Rotate secret' }))
  expect(await screen.findByText('another-one')).toBeVisible()
})

test('a read-only role changes nothing and sees which role can', async () => {
  withHooks([HOOK], [CALL])
  const { unmount } = renderConsole(`/prehooks/${HOOK.id}`, { permissions: READ_ONLY, server })
  const drawer = await screen.findByRole('dialog', { name: 'Beta testers' })
  expect(await within(drawer).findByText('Failed')).toBeVisible()
  expect(within(drawer).getByRole('switch', { name: 'Active' })).toBeDisabled()
  for (const name of ['Run test', 'Edit', 'Rotate secret', 'Delete'])
    expect(within(drawer).queryByRole('button', { name })).toBeNull()
  unmount()
  withHooks([])
  renderConsole('/prehooks', { permissions: READ_ONLY, server })
  expect(await screen.findByText(/Owners can add services/)).toBeVisible()
})
