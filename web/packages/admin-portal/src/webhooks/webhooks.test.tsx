import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal } from '../testing'

const server = cannedServer(...boot({ navigation: { webhooks: { visibility: 'byPermissions' } } }))
const ID = '00000000-0000-4000-8000-00000000000'
const AT = '2026-01-01T00:00:00Z'
const HIDDEN = '••••••••'

const hook = (number: number, displayName: string, more: object = {}) => ({
  _id: `${ID}${number}`,
  displayName,
  description: '',
  url: 'https://erp.example.test/hook',
  secret: HIDDEN,
  eventKeys: [`${ID}8`],
  isActive: true,
  isOrdered: false,
  invocations: 12,
  createdAt: AT,
  updatedAt: AT,
  ...more,
})

const common = { vendorId: `${ID}0`, createdAt: AT, updatedAt: AT }
const event = (number: number, key: string, displayName: string) => ({
  ...common,
  id: `${ID}${number}`,
  key,
  displayName,
  description: displayName,
  categoryId: `${ID}8`,
})
const GROUPS = {
  ...common,
  id: `${ID}8`,
  name: 'Groups',
  events: [event(1, 'frontegg.group.created', 'Group created'), event(2, 'frontegg.group.deleted', 'Group deleted')],
}

const delivery = (more: object = {}) => ({
  id: `${ID}5`,
  webhookId: `${ID}1`,
  tenantId: `${ID}3`,
  vendorId: `${ID}0`,
  eventId: `${ID}6`,
  eventKey: 'frontegg.group.created',
  body: '{"eventKey":"frontegg.group.created"}',
  status: 'dead',
  attempts: 10,
  statusCode: 500,
  answer: 'out of order',
  createdAt: AT,
  ...more,
})

function withHooks(hooks: object[], rows: object[] = []) {
  server.use(
    http.get('*/webhook', () => HttpResponse.json(hooks)),
    http.get('*/event/resources/configurations/v1/categories', () => HttpResponse.json([GROUPS])),
    http.get('*/webhook/logs/', () => HttpResponse.json({ count: rows.length, rows })),
  )
}

test('each webhook says where it goes, of how many events, and whether they arrive', async () => {
  withHooks([
    hook(1, 'ERP'),
    hook(2, 'Archive', { failingSince: AT, eventKeys: ['frontegg.group.created'] }),
    hook(3, 'Old', { isActive: false, disabledAt: AT }),
    hook(4, 'New', { isActive: false }),
  ])
  renderPortal('/webhooks', { server })
  const row = await screen.findByRole('row', { name: /ERP/ })
  expect(within(row).getByText('https://erp.example.test/hook')).toBeVisible()
  expect(await within(row).findByText('2 events')).toBeVisible()
  expect(within(row).getByText('On')).toBeVisible()
  const archive = screen.getByRole('row', { name: /Archive/ })
  expect(within(archive).getByText('Failing')).toBeVisible()
  expect(within(archive).getByText('1 event')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Old/ })).getByText('Disabled after failures')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /New/ })).getByText('Off')).toBeVisible()
})

test('a webhook is added switched off, with a category and a made secret', async () => {
  const hooks: object[] = []
  withHooks(hooks)
  let asked: unknown
  server.use(
    http.post('*/webhook/custom', async ({ request }) => {
      asked = await request.json()
      hooks.push(hook(1, 'ERP', { isActive: false }))
      return HttpResponse.json(hooks[0], { status: 201 })
    }),
  )
  renderPortal('/webhooks', { server })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Add webhook' }))[0] as HTMLElement)
  const form = await screen.findByRole('dialog', { name: 'Add webhook' })
  await userEvent.click(within(form).getByRole('button', { name: 'Add webhook' }))
  expect(await within(form).findByText('Enter a name')).toBeVisible()
  expect(within(form).getByText('Choose at least one event')).toBeVisible()
  await userEvent.click(within(form).getByLabelText('Name'))
  await userEvent.paste('ERP')
  await userEvent.click(within(form).getByLabelText('URL'))
  await userEvent.paste('https://erp.example.test/hook')
  await userEvent.click(within(form).getByRole('combobox', { name: 'Events' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Group created' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Groups: all events' }))
  await userEvent.click(within(form).getByRole('button', { name: 'Generate' }))
  await userEvent.click(within(form).getByRole('button', { name: 'Add webhook' }))
  expect(await screen.findByRole('dialog', { name: 'ERP' })).toBeVisible()
  expect(asked).toEqual({
    displayName: 'ERP',
    url: 'https://erp.example.test/hook',
    description: '',
    eventKeys: [GROUPS.id],
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    isOrdered: false,
    isActive: false,
  })
})

test('a change leaves the stored secret as it is', async () => {
  withHooks([hook(1, 'ERP')])
  let asked: unknown
  server.use(
    http.patch(`*/webhook/${ID}1`, async ({ request }) => {
      asked = await request.json()
      return HttpResponse.json(hook(1, 'Our ERP'))
    }),
  )
  renderPortal(`/webhooks/${ID}1`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'ERP' })
  await userEvent.click(within(drawer).getByRole('button', { name: 'Edit' }))
  const form = await screen.findByRole('dialog', { name: 'Edit ERP' })
  await userEvent.clear(within(form).getByLabelText('Name'))
  await userEvent.paste('Our ERP')
  await userEvent.click(within(form).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Our ERP updated')).toBeVisible()
  expect(asked).toEqual({ displayName: 'Our ERP' })
})

test("a test shows the receiver's answer, or why there was none", async () => {
  withHooks([hook(1, 'ERP')])
  const answers = [
    () => HttpResponse.json({ statusCode: 201, body: 'thanks' }),
    () => HttpResponse.json({ statusCode: 500, body: 'oh no' }),
    () => refusal(400, 'webhooks.test_failed', 'The connection was refused'),
  ]
  const asked: unknown[] = []
  server.use(
    http.post('*/webhook/test', async ({ request }) => {
      asked.push(await request.json())
      return answers[asked.length - 1]?.()
    }),
  )
  renderPortal(`/webhooks/${ID}1`, { server })
  const send = await screen.findByRole('button', { name: 'Send test event' })
  await userEvent.click(send)
  expect(await screen.findByText(/accepted the test event \(status 201\)/)).toBeVisible()
  expect(screen.getByText('thanks')).toBeVisible()
  await userEvent.click(send)
  expect(await screen.findByText('The endpoint responded with status 500.')).toBeVisible()
  await userEvent.click(send)
  expect(await screen.findByText('The connection was refused')).toBeVisible()
  expect(asked[0]).toEqual({ _id: `${ID}1`, url: 'https://erp.example.test/hook', secret: HIDDEN })
})

test('what was given up is seen in the log and sent again', async () => {
  const rows = [delivery()]
  withHooks([hook(1, 'ERP')], rows)
  server.use(
    http.post(`*/webhook/logs/${ID}5/retries`, () => {
      rows[0] = delivery({ status: 'delivered', statusCode: 200, attempts: 11 })
      return HttpResponse.json({ statusCode: 202 })
    }),
  )
  renderPortal(`/webhooks/${ID}1`, { server })
  expect(await screen.findByText('Failed')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Details' }))
  expect(await screen.findByText('out of order')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }))
  expect(await screen.findByText('Delivered')).toBeVisible()
})

test('the log opens with its newest ten, and older ones are ten further', async () => {
  withHooks([hook(1, 'ERP')])
  const asked: string[] = []
  server.use(
    http.get('*/webhook/logs/', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ count: 12, rows: [delivery()] })
    }),
  )
  renderPortal(`/webhooks/${ID}1`, { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Older' }))
  await waitFor(() => expect(asked).toContain(`?id=${ID}1&offset=10&limit=10`))
  expect(asked[0]).toBe(`?id=${ID}1&offset=0&limit=10`)
})

test('who may only read changes nothing', async () => {
  withHooks([hook(1, 'ERP')], [delivery()])
  renderPortal(`/webhooks/${ID}1`, {
    server,
    person: readOnly('fe.connectivity.read.webhooks', 'fe.connectivity.read.webhookLogs'),
  })
  expect(await screen.findByText('Failed')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Send events' })).toBeDisabled()
  for (const name of ['Resend', 'Send test event', 'Edit', 'Delete', 'Add webhook']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  }
})

test('where there is no webhook, who may only read is not asked to add one', async () => {
  withHooks([], [])
  renderPortal('/webhooks', { server, person: readOnly('fe.connectivity.read.webhooks') })
  expect(await screen.findByText('Administrators can add webhooks.')).toBeVisible()
})

test('a concurrent change is shown before it is replaced', async () => {
  const hooks = [hook(1, 'ERP')]
  withHooks(hooks)
  const asked: unknown[] = []
  server.use(
    http.patch('*/webhook/:id', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(hooks[0])
    }),
  )
  renderPortal('/webhooks', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for ERP' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = await screen.findByRole('dialog', { name: 'Edit ERP' })
  hooks[0] = hook(1, 'ERP', { url: 'https://other.example.test/hook', description: 'Theirs' })
  await userEvent.clear(within(form).getByLabelText('URL'))
  await userEvent.click(within(form).getByLabelText('URL'))
  await userEvent.paste('https://mine.example.test/hook')
  const save = within(form).getByRole('button', { name: 'Save changes' })
  await userEvent.click(save)
  expect(
    await within(form).findByText(/^Another administrator changed this to “https:\/\/other.example.test\/hook”/),
  ).toBeVisible()
  expect(asked).toEqual([])
  await userEvent.click(save)
  await waitFor(() => expect(asked).toEqual([{ url: 'https://mine.example.test/hook' }]))
})
