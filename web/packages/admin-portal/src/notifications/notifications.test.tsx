import type { Notification } from '@gatehouse/react'
import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal } from '../testing'

const server = cannedServer(...boot())

const notification = (title: string, facts: Partial<Notification> = {}): Notification => ({
  id: `n-${title}`,
  key: 'orders.late',
  title,
  body: `${title}, in a sentence.`,
  severity: 'Info',
  url: '',
  viewed: false,
  status: 'unread',
  isPinned: false,
  createdAt: new Date().toISOString(),
  actions: [],
  ...facts,
})

/** A bell that remembers what is done with it. */
function withNotifications(...all: Notification[]) {
  let left = all
  const asked: unknown[] = []
  const change = (id: unknown, facts: Partial<Notification>) => {
    left = left.map((one) => (one.id === id ? { ...one, ...facts } : one))
  }
  server.use(
    http.get('*/notification', ({ request }) => {
      asked.push(['GET', new URL(request.url).searchParams.get('params')])
      return HttpResponse.json(left.filter(({ status }) => status !== 'archived'))
    }),
    http.put('*/notification/status', async ({ request }) => {
      const { params } = (await request.json()) as {
        params: { notificationId: string; status: Notification['status'] }
      }
      asked.push(['status', params])
      change(params.notificationId, { status: params.status, viewed: params.status === 'read' })
      return new HttpResponse(null)
    }),
    http.put('*/notification/:pin', async ({ request, params }) => {
      const { notificationId } = (await request.json()) as { notificationId: string }
      asked.push([params.pin, notificationId])
      change(notificationId, { isPinned: params.pin === 'pin' })
      return new HttpResponse(null)
    }),
    http.post('*/notification/status/mark-all-read', () => {
      asked.push(['all'])
      left = left.map((one) => ({ ...one, viewed: true, status: 'read' }))
      return new HttpResponse(null)
    }),
  )
  return asked
}

async function open(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Notifications' }))
}

/** After `renderPortal`, whose own bell rings for nothing. */
function rendered(...all: Notification[]) {
  renderPortal('/profile', { server, person: readOnly() })
  return withNotifications(...all)
}

test('the bell counts what is unread, and a link that is followed counts no more', async () => {
  const asked = rendered(
    notification('Order late', { url: '#order-7' }),
    notification('Order shipped', { viewed: true, status: 'read' }),
  )
  const panel = await open('Notifications, 1 unread')
  expect(asked[0]).toEqual(['GET', '{"count":20,"offset":0}'])
  expect(panel.getByText('Order late, in a sentence.')).toBeVisible()
  await userEvent.click(panel.getByRole('link', { name: 'Order late' }))
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeVisible()
  expect(asked).toContainEqual(['status', { notificationId: 'n-Order late', status: 'read' }])
})

test('one is pinned, marked as unread and archived', async () => {
  const asked = rendered(notification('Order late', { viewed: true, status: 'read' }))
  const panel = await open('Notifications')
  await userEvent.click(panel.getByRole('button', { name: 'Pin “Order late”' }))
  expect(await panel.findByText('Pinned')).toBeVisible()
  await userEvent.click(panel.getByRole('button', { name: 'Mark “Order late” as unread' }))
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await userEvent.click(panel.getByRole('button', { name: 'Archive “Order late”' }))
  expect(await panel.findByText('No notifications')).toBeVisible()
  expect(asked.filter((one) => (one as unknown[])[0] !== 'GET')).toEqual([
    ['pin', 'n-Order late'],
    ['status', { notificationId: 'n-Order late', status: 'unread' }],
    ['status', { notificationId: 'n-Order late', status: 'archived' }],
  ])
})

test('all are read at once', async () => {
  const asked = rendered(notification('Order late'), notification('Order lost'))
  const panel = await open('Notifications, 2 unread')
  await userEvent.click(panel.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeVisible()
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument())
  expect(asked).toContainEqual(['all'])
})

test('what is refused is told, and shown as it is', async () => {
  rendered(notification('Order late'))
  server.use(
    http.put('*/notification/:pin', () =>
      refusal(409, 'notifications.too_many_pinned', 'You can pin at most 20 notifications. Unpin one first.'),
    ),
  )
  const panel = await open('Notifications, 1 unread')
  await userEvent.click(panel.getByRole('button', { name: 'Pin “Order late”' }))
  expect(await screen.findByText('You can pin at most 20 notifications. Unpin one first.')).toBeVisible()
  expect(await panel.findByRole('button', { name: 'Pin “Order late”' })).toBeVisible()
})

test('the next ones are read when they are wanted', async () => {
  const many = Array.from({ length: 20 }, (_, index) => notification(`Order ${index}`))
  const asked = rendered(...many)
  const panel = await open('Notifications, 20+ unread')
  await userEvent.click(panel.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(asked).toContainEqual(['GET', '{"count":40,"offset":0}']))
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument())
})

test('what cannot be read is tried again', async () => {
  renderPortal('/profile', { server, person: readOnly() })
  server.use(http.get('*/notification', () => refusal(503, 'server.busy', 'The server is busy')))
  const panel = await open('Notifications')
  expect(await panel.findByText('The server is busy')).toBeVisible()
  withNotifications(notification('Order late'))
  await userEvent.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByText('Order late')).toBeVisible()
})

test('the vendor hides the bell', async () => {
  server.use(...boot({ navigation: { notifications: { visibility: 'hidden' } } }))
  renderPortal('/profile', { server, person: readOnly() })
  expect(await screen.findByRole('button', { name: /Account of/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Notifications/ })).not.toBeInTheDocument()
})
