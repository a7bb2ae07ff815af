import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { person, readOnly, renderPortal, toSingleUser, usersPage } from '../../testing'
import type { Application } from '../../wire'

const server = cannedServer(
  ...boot(),
  http.get('*/team/resources/sso/v1/users/:id/links', () => HttpResponse.json([])),
)

const application = (name: string, accessType: Application['accessType']): Application => ({
  id: `app-${name.toLowerCase()}`,
  accessType,
  appURL: '',
  loginURL: '',
  logoURL: '',
  isDefault: false,
  isActive: true,
  name,
  createdAt: '2026-01-01T00:00:00Z',
  integrationFinishedAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  type: 'web',
  frontendStack: 'react',
  description: '',
})

const ACADEMY = application('Academy', 'FREE_ACCESS')
const ANALYTICS = application('Analytics', 'MANAGED_ACCESS')
const CONSOLE = application('Console', 'MANAGED_ACCESS')
const GRACE = person('Grace Hopper')
const ALAN = person('Alan Turing')
const PEOPLE = '*/identity/resources/applications/v1'
/** Of other queries of the drawer. */
const noActivity = () => http.get('*/audits/v2', () => HttpResponse.json({ data: [], total: 0 }))

let assigned: Record<string, string[]> = {}
let asked: unknown[] = []

beforeEach(() => {
  localStorage.clear()
  asked = []
  assigned = { [GRACE.id]: [ANALYTICS.id], [ALAN.id]: [] }
  const change = (kind: string) =>
    http[kind === 'add' ? 'post' : 'delete'](
      `${PEOPLE}/${kind === 'add' ? 'apps-user' : 'user-apps'}`,
      async ({ request }) => {
        const body = (await request.json()) as { userId: string; tenantId: string; appIds: string[] }
        asked.push([kind, body])
        const held = assigned[body.userId] ?? []
        assigned[body.userId] =
          kind === 'add' ? [...held, ...body.appIds] : held.filter((id) => !body.appIds.includes(id))
        return new HttpResponse(null, { status: kind === 'add' ? 201 : 200 })
      },
    )
  server.use(
    http.get('*/flags', () => HttpResponse.json({ 'multi-apps-admin-portal': 'on' })),
    http.get('*/identity/resources/users/v2', () => usersPage([GRACE, ALAN])),
    http.get('*/identity/resources/users/v1/:id', () => HttpResponse.json(toSingleUser(GRACE))),
    http.get('*/tenant-assignments/v1', () =>
      HttpResponse.json([{ tenantId: 't1', appIds: [ANALYTICS.id, CONSOLE.id] }]),
    ),
    http.get('*/applications/resources/applications/v1', ({ request }) => {
      const ids = new URL(request.url).searchParams.get('ids')?.split(',') ?? []
      return HttpResponse.json([ACADEMY, ANALYTICS, CONSOLE].filter((one) => one === ACADEMY || ids.includes(one.id)))
    }),
    http.get(`${PEOPLE}/users-apps`, ({ request }) => {
      const ids = new URL(request.url).searchParams.get('userIds')?.split(',') ?? []
      return HttpResponse.json(ids.map((userId) => ({ userId, appIds: assigned[userId] ?? [] })))
    }),
    change('add'),
    change('remove'),
    noActivity(),
  )
})

test('the list shows free and assigned applications of each user', async () => {
  renderPortal('/users', { server })
  const grace = await screen.findByRole('row', { name: /Grace Hopper/ })
  await userEvent.hover(await within(grace).findByText('+1'))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Analytics')
  expect(within(grace).getByText('Academy')).toBeVisible()
  const alan = screen.getByRole('row', { name: /Alan Turing/ })
  expect(within(alan).getByText('Academy')).toBeVisible()
  expect(within(alan).queryByText('+1')).not.toBeInTheDocument()
})

test('without the flag there is no word of applications', async () => {
  server.use(http.get('*/flags', () => HttpResponse.json({})))
  renderPortal(`/users/${GRACE.id}`, { server })
  expect(await screen.findByRole('heading', { name: 'Activity' })).toBeVisible()
  expect(screen.queryByText('Applications')).not.toBeInTheDocument()
})

const drawer = () => screen.findByRole('dialog', { name: 'Grace Hopper' })

test('a user is assigned one application and unassigned from another', async () => {
  renderPortal(`/users/${GRACE.id}`, { server })
  const details = await drawer()
  const [free, managed, other] = await within(details).findAllByText(/^(All users|Assigned|Not assigned)$/)
  expect([free, managed, other].map((one) => one?.textContent)).toEqual(['All users', 'Assigned', 'Not assigned'])

  await userEvent.click(await within(details).findByRole('button', { name: 'Change applications' }))
  const dialog = await screen.findByRole('dialog', { name: 'Applications for Grace Hopper' })
  const field = within(dialog).getByRole('combobox', { name: 'Applications' })
  await userEvent.click(field)
  await userEvent.click(await screen.findByRole('option', { name: 'Console' }))
  await userEvent.click(screen.getByRole('option', { name: 'Analytics' }))
  expect(screen.queryByRole('option', { name: 'Academy' })).not.toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save applications' }))

  expect(await screen.findByText('Applications for Grace Hopper saved')).toBeVisible()
  const of = (appIds: string[]) => ({ userId: GRACE.id, tenantId: 't1', appIds })
  expect(asked).toEqual([
    ['add', of([CONSOLE.id])],
    ['remove', of([ANALYTICS.id])],
  ])
})

test('several are given one application at once', async () => {
  const sent: unknown[] = []
  server.use(
    http.post(PEOPLE, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json([], { status: 201 })
    }),
  )
  renderPortal('/users', { server })
  await screen.findByRole('row', { name: /Grace Hopper/ })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Assign application' }))
  const dialog = await screen.findByRole('dialog', { name: 'Assign 2 users to an application' })
  const submit = () => userEvent.click(within(dialog).getByRole('button', { name: 'Assign application' }))
  await submit()
  expect(await within(dialog).findByText('Choose an application')).toBeVisible()
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Application' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Console' }))
  await submit()
  expect(await screen.findByText('Console assigned to 2 users')).toBeVisible()
  expect(sent).toEqual([{ appId: CONSOLE.id, tenantId: 't1', userIds: [GRACE.id, ALAN.id] }])
})

test('where nothing is to be assigned, the dialog says so', async () => {
  server.use(http.get('*/tenant-assignments/v1', () => HttpResponse.json([{ tenantId: 't1', appIds: [] }])))
  renderPortal('/users', { server })
  await screen.findByRole('row', { name: /Grace Hopper/ })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Assign application' }))
  const dialog = await screen.findByRole('dialog', { name: 'Assign 2 users to an application' })
  expect(await within(dialog).findByText('All applications are already available to all members.')).toBeVisible()
  expect(within(dialog).getByRole('combobox', { name: 'Application' })).toBeDisabled()
})

test('a refusal stands at the field', async () => {
  server.use(
    http.delete(`${PEOPLE}/user-apps`, () =>
      refusal(404, 'applications.not_of_tenant', 'There is no such application'),
    ),
  )
  renderPortal(`/users/${GRACE.id}`, { server })
  await userEvent.click(await within(await drawer()).findByRole('button', { name: 'Change applications' }))
  const dialog = await screen.findByRole('dialog', { name: 'Applications for Grace Hopper' })
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Applications' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Analytics' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save applications' }))
  expect(await within(dialog).findByText('There is no such application')).toBeVisible()
})

test.each([
  ['is not reached', () => HttpResponse.error()],
  ['fails', () => new HttpResponse(null, { status: 500 })],
])('where the server %s, the words are those of the spec', async (_, answer) => {
  server.use(http.delete(`${PEOPLE}/user-apps`, answer))
  renderPortal(`/users/${GRACE.id}`, { server })
  await userEvent.click(await within(await drawer()).findByRole('button', { name: 'Change applications' }))
  const dialog = await screen.findByRole('dialog', { name: 'Applications for Grace Hopper' })
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Applications' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Analytics' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save applications' }))
  expect(await screen.findByText('Assignment action failed. Try again or contact support.')).toBeVisible()
})

test('a user with read-only access cannot change anything', async () => {
  renderPortal(`/users/${GRACE.id}`, { server, person: readOnly('fe.secure.read.*') })
  const details = await drawer()
  expect(await within(details).findByText('Assigned')).toBeVisible()
  expect(within(details).queryByRole('button', { name: 'Change applications' })).not.toBeInTheDocument()
})
