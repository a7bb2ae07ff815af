import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { person, readOnly, renderPortal, toSingleUser, usersPage } from '../testing'
import type { Audit } from '../wire'

const server = cannedServer(
  ...boot(),
  http.get('*/team/resources/sso/v1/users/:id/links', () => HttpResponse.json([])),
)

const GRACE = person('Grace Hopper')
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

const event = (description: string): Audit => ({
  _id: `event-${description}`,
  createdAt: new Date().toISOString(),
  email: GRACE.email,
  user: GRACE.id,
  action: 'users.invited',
  description,
  ip: '203.0.113.7',
  severity: 'Info',
  userAgent: FIREFOX,
  tenantId: 't1',
  vendorId: 'v1',
  json: {},
})

function withEvents(data: Audit[], total: number) {
  const asked: (string | null)[] = []
  server.use(
    http.get('*/identity/resources/users/v2', () => usersPage([GRACE])),
    http.get('*/identity/resources/users/v1/:id', () => HttpResponse.json(toSingleUser(GRACE))),
    http.get('*/audits/resources/audits/v2', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('users'))
      return HttpResponse.json({ data, total })
    }),
  )
  return asked
}

test('the details show the latest activity and link to the rest', async () => {
  const asked = withEvents([event('Invited Alan'), event('Invited Kurt')], 12)
  server.use(
    http.get('*/audits', () => HttpResponse.json({ data: [], total: 0 })),
    http.get('*/audits/stats', () => HttpResponse.json({ totalToday: 0, severeThisWeek: 0 })),
    http.get('*/audits/stats/days', () => HttpResponse.json({ days: [] })),
  )
  const { place } = renderPortal(`/users/${GRACE.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Grace Hopper' })
  const first = (await within(drawer).findByText('Invited Alan')).closest('li')
  expect(first).toHaveTextContent('Firefox on Linux203.0.113.7')
  expect(asked).toEqual([GRACE.id])
  await userEvent.click(within(drawer).getByRole('link', { name: 'Show all' }))
  expect(await screen.findByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
  expect(place()).toBe('/audits?email=grace-hopper%40acme.test')
})

test('a user without activity', async () => {
  withEvents([], 0)
  renderPortal(`/users/${GRACE.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Grace Hopper' })
  expect(await within(drawer).findByText('No activity yet')).toBeVisible()
  expect(within(drawer).queryByRole('link', { name: 'Show all' })).not.toBeInTheDocument()
})

test('the log is not requested without permission to read it', async () => {
  const asked = withEvents([], 0)
  renderPortal(`/users/${GRACE.id}`, { server, person: readOnly('fe.secure.read.users') })
  const drawer = await screen.findByRole('dialog', { name: 'Grace Hopper' })
  expect(await within(drawer).findByText('User ID')).toBeVisible()
  expect(within(drawer).queryByText('Activity')).not.toBeInTheDocument()
  expect(asked).toEqual([])
})
