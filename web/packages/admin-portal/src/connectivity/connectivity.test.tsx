import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal } from '../testing'

const server = cannedServer(...boot({ navigation: { connectivity: { visibility: 'byPermissions' } } }))
const ID = '00000000-0000-4000-8000-00000000000'
const AT = '2026-01-01T00:00:00Z'
const KEY = 'frontegg.group.created'

const common = { vendorId: `${ID}0`, createdAt: AT, updatedAt: AT }
const EVENTS = [
  {
    ...common,
    id: `${ID}1`,
    key: KEY,
    displayName: 'Group created',
    description: 'Group created',
    categoryId: `${ID}8`,
    category: { ...common, id: `${ID}8`, name: 'Groups' },
  },
]

const subscription = (more: object = {}) => ({
  id: `${ID}2`,
  name: 'Staff',
  enabled: true,
  recipients: ['pat@example.test'],
  ...more,
})
const event = (more: object = {}) => ({
  eventKey: KEY,
  enabled: true,
  subscriptions: [subscription()],
  failures: [],
  ...more,
})

function withEvents(events: object[], path = 'emails') {
  server.use(
    http.get(`*/integrations/resources/configurations/*/${path}`, () => HttpResponse.json(events)),
    http.get('*/event/resources/configurations/v1', () => HttpResponse.json(EVENTS)),
  )
}

test('each subscription shows its event, its recipients and its delivery status', async () => {
  const failure = { recipient: 'pat@example.test', reason: 'The mail server did not take the mail', at: AT }
  withEvents([
    event({
      failures: [failure],
      subscriptions: [
        subscription(),
        subscription({ id: `${ID}3`, name: 'Off', enabled: false, recipients: ['a@x.test', 'b@x.test', 'c@x.test'] }),
      ],
    }),
  ])
  renderPortal('/connectivity', { server })
  const first = await screen.findByRole('row', { name: /Staff/ })
  expect(await within(first).findByText('Group created')).toBeVisible()
  expect(within(first).getByText('Not delivered')).toBeVisible()
  expect(within(first).getByText(/The mail server did not take the mail/)).toBeVisible()
  const second = screen.getByRole('row', { name: /a@x.test, b@x.test and 1 more/ })
  expect(within(second).getByText('Off', { selector: '[data-tone] , [data-tone] *' })).toBeVisible()
})

test('a subscription is added, and a refused recipient is told at its field', async () => {
  const events: object[] = []
  withEvents(events)
  const asked: unknown[] = []
  server.use(
    http.post(`*/configurations/v1/emails/${KEY}`, async ({ request }) => {
      asked.push(await request.json())
      if (asked.length === 1) return refusal(400, 'users.email_invalid', 'This is not a valid email address')
      events.push(event())
      return new HttpResponse(null, { status: 201 })
    }),
  )
  renderPortal('/connectivity/email', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Add subscription' }))
  const form = await screen.findByRole('dialog', { name: 'Add subscription' })
  const submit = within(form).getByRole('button', { name: 'Add subscription' })
  await userEvent.click(submit)
  expect(await within(form).findByText('Enter at least one email address')).toBeVisible()
  await userEvent.click(within(form).getByRole('combobox', { name: 'Event' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Group created' }))
  await userEvent.type(within(form).getByLabelText('Email addresses', { selector: 'input' }), 'pat@example.test{Enter}')
  await userEvent.click(submit)
  expect(await within(form).findByText('This is not a valid email address')).toBeVisible()
  await userEvent.click(submit)
  expect(await screen.findByText('Subscription added')).toBeVisible()
  expect(asked[1]).toEqual({
    enabled: true,
    subscriptions: [{ name: '', enabled: true, recipients: ['pat@example.test'] }],
  })
})

test('a subscription is turned off and deleted', async () => {
  const events = [event()]
  withEvents(events)
  let put: unknown
  server.use(
    http.put(`*/configurations/v1/emails/${KEY}/subscriptions/${ID}2`, async ({ request }) => {
      put = await request.json()
      events[0] = event({ subscriptions: [subscription({ enabled: false })] })
      return new HttpResponse(null, { status: 200 })
    }),
    http.delete(`*/configurations/v1/emails/${KEY}/subscriptions/${ID}2`, () => {
      events.pop()
      return new HttpResponse(null, { status: 200 })
    }),
  )
  renderPortal('/connectivity/email', { server })
  const row = () => screen.findByRole('row', { name: /Staff/ })
  await userEvent.click(within(await row()).getByRole('button'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Turn off' }))
  expect(await screen.findByText('Subscription turned off')).toBeVisible()
  expect(put).toEqual({ name: 'Staff', enabled: false, recipients: ['pat@example.test'] })
  await userEvent.click(within(await row()).getByRole('button'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete subscription' }))
  expect(await screen.findByText('No email notifications yet')).toBeVisible()
})

test('a subscription whose last recipient is taken away is deleted', async () => {
  const events = [event()]
  withEvents(events)
  server.use(
    http.delete(`*/configurations/v1/emails/${KEY}/subscriptions/${ID}2`, () => {
      events.pop()
      return new HttpResponse(null, { status: 200 })
    }),
  )
  renderPortal('/connectivity/email', { server })
  await userEvent.click(within(await screen.findByRole('row', { name: /Staff/ })).getByRole('button'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = await screen.findByRole('dialog', { name: /^Edit the subscription/ })
  expect(within(form).getByText(/If you remove all of them, the subscription is deleted/)).toBeVisible()
  await userEvent.type(within(form).getByLabelText('Email addresses', { selector: 'input' }), '{Backspace}')
  await userEvent.click(within(form).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Subscription deleted')).toBeVisible()
  expect(await screen.findByText('No email notifications yet')).toBeVisible()
})

test('who finds nothing yet is offered the first subscription right there', async () => {
  withEvents([])
  renderPortal('/connectivity/email', { server })
  expect(await screen.findByText('No email notifications yet')).toBeVisible()
  const [, offered] = screen.getAllByRole('button', { name: 'Add subscription' })
  await userEvent.click(offered as HTMLElement)
  expect(await screen.findByRole('dialog', { name: 'Add subscription' })).toBeVisible()
})

test('a user without permission to delete must keep one recipient', async () => {
  withEvents([event()])
  const may = readOnly('fe.connectivity.read.emailConfig', 'fe.connectivity.write.emailConfig')
  renderPortal('/connectivity/email', { server, person: may })
  await userEvent.click(within(await screen.findByRole('row', { name: /Staff/ })).getByRole('button'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = await screen.findByRole('dialog', { name: /^Edit the subscription/ })
  await userEvent.type(within(form).getByLabelText('Email addresses', { selector: 'input' }), '{Backspace}')
  await userEvent.click(within(form).getByRole('button', { name: 'Save changes' }))
  expect(await within(form).findByText('Enter at least one email address')).toBeVisible()
})

test('phone numbers need their country', async () => {
  withEvents([], 'sms')
  renderPortal('/connectivity/sms', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Add subscription' }))
  const form = await screen.findByRole('dialog', { name: 'Add subscription' })
  await userEvent.type(within(form).getByLabelText('Phone numbers', { selector: 'input' }), '12345{Enter}')
  await userEvent.click(within(form).getByRole('button', { name: 'Add subscription' }))
  expect(await within(form).findByText(/Enter phone numbers with country code/)).toBeVisible()
})

const SLACK = '*/integrations/resources/configurations/v1/slack'
const slack = (more: object = {}) => ({
  id: `${ID}0`,
  isConnected: true,
  teamName: 'Acme',
  slackSubscriptions: [],
  failures: [],
  ...more,
})

function withSlack(configuration: () => object) {
  withEvents([])
  server.use(
    http.get(SLACK, () => HttpResponse.json(configuration())),
    http.get(`${SLACK}/channels`, () => HttpResponse.json([{ id: 'C01ALERTS', name: 'alerts' }])),
    http.get(`${SLACK}/applications`, () =>
      HttpResponse.json({ clientId: '1.2', authorizeUrl: 'https://slack.com/oauth/v2/authorize?client_id=1.2' }),
    ),
  )
}

test('a Slack answer without a request from this browser connects nothing', async () => {
  withSlack(() => slack({ isConnected: false, teamName: undefined }))
  renderPortal('/connectivity/slack?code=abc&state=forged', { server })
  expect(await screen.findByText(/Slack was not connected/)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Connect Slack' })).toBeVisible()
})

test('channels are chosen for events', async () => {
  const subscriptions: object[] = []
  withSlack(() => slack({ slackSubscriptions: subscriptions }))
  let asked: unknown
  server.use(
    http.post(`${SLACK}/subscriptions`, async ({ request }) => {
      asked = await request.json()
      subscriptions.push({ id: `${ID}4`, ...(asked as object) })
      return new HttpResponse(null, { status: 201 })
    }),
  )
  renderPortal('/connectivity/slack', { server })
  expect(await screen.findByText('Connected to Acme')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add subscription' }))
  const form = await screen.findByRole('dialog', { name: 'Add subscription' })
  await userEvent.click(within(form).getByRole('combobox', { name: 'Events' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Group created' }))
  await userEvent.click(within(form).getByRole('combobox', { name: 'Channels' }))
  await userEvent.click(await screen.findByRole('option', { name: '#alerts' }))
  await userEvent.click(within(form).getByRole('button', { name: 'Add subscription' }))
  expect(await screen.findByText('#alerts')).toBeVisible()
  expect(asked).toEqual({ isActive: true, slackEvents: [{ eventKey: KEY, channelIds: ['C01ALERTS'] }] })
})

test('each event keeps its own channels when a subscription is edited', async () => {
  const [created, deleted] = [
    { eventKey: KEY, channelIds: ['C02SECURITY'] },
    { eventKey: 'other', channelIds: ['C01ALERTS'] },
  ]
  withSlack(() => slack({ slackSubscriptions: [{ id: `${ID}4`, isActive: true, slackEvents: [created, deleted] }] }))
  let asked: unknown
  server.use(
    http.get(`${SLACK}/channels`, () =>
      HttpResponse.json([
        { id: 'C01ALERTS', name: 'alerts' },
        { id: 'C02SECURITY', name: 'security' },
        { id: 'C03OPS', name: 'ops' },
      ]),
    ),
    http.patch(`${SLACK}/subscription/${ID}4`, async ({ request }) => {
      asked = await request.json()
      return HttpResponse.json({})
    }),
  )
  renderPortal('/connectivity/slack', { server })
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = await screen.findByRole('dialog', { name: 'Edit the subscription' })
  await userEvent.click(within(form).getByRole('combobox', { name: 'Channels' }))
  await userEvent.click(await screen.findByRole('option', { name: '#ops' }))
  await userEvent.click(within(form).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(form).not.toBeInTheDocument())
  expect(asked).toEqual({
    isActive: true,
    slackEvents: [
      { ...created, channelIds: ['C02SECURITY', 'C03OPS'] },
      { ...deleted, channelIds: ['C01ALERTS', 'C03OPS'] },
    ],
  })
})

test('a subscription without a channel is deleted', async () => {
  const kept = { id: `${ID}4`, isActive: true, slackEvents: [{ eventKey: KEY, channelIds: ['C01ALERTS'] }] }
  const subscriptions = [kept]
  withSlack(() => slack({ slackSubscriptions: subscriptions }))
  server.use(
    http.delete(`${SLACK}/subscriptions/${ID}4`, () => {
      subscriptions.pop()
      return new HttpResponse(null, { status: 200 })
    }),
  )
  renderPortal('/connectivity/slack', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Group created' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = await screen.findByRole('dialog', { name: 'Edit the subscription' })
  await userEvent.type(within(form).getByRole('combobox', { name: 'Channels' }), '{Backspace}')
  await userEvent.click(within(form).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('No Slack notifications yet')).toBeVisible()
})

test('without an app of the vendor there is nothing to connect', async () => {
  withSlack(() => slack({ isConnected: false, teamName: undefined }))
  server.use(http.get(`${SLACK}/applications`, () => refusal(404, 'slack.not_configured', 'Slack is not configured')))
  renderPortal('/connectivity/slack', { server })
  expect(await screen.findByText('Slack is not available')).toBeVisible()
})

test('who may only read changes nothing', async () => {
  withEvents([event()])
  renderPortal('/connectivity', { server, person: readOnly('fe.connectivity.read.emailConfig') })
  const row = await screen.findByRole('row', { name: /Staff/ })
  expect(within(row).queryByRole('button')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add subscription' })).not.toBeInTheDocument()
  expect(screen.queryByRole('tab', { name: 'Slack' })).not.toBeInTheDocument()
})

test('an empty list does not ask a read-only user to choose', async () => {
  withEvents([])
  renderPortal('/connectivity', { server, person: readOnly('fe.connectivity.read.emailConfig') })
  expect(await screen.findByText('Administrators choose who is notified of which events.')).toBeVisible()
  expect(screen.queryByText(/Choose an event/)).not.toBeInTheDocument()
})
