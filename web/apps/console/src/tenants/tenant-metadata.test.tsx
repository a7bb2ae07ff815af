import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing'
import { tenant, tenantsOf } from './testing'

const server = cannedServer(...boot({}))
const withTenants = tenantsOf(server)

test('metadata are shown, added as JSON, and removed by key', async () => {
  const acme = tenant('Acme', { metadata: '{"segment":"enterprise"}' })
  withTenants(acme)
  const asked: unknown[] = []
  server.use(
    http.post('*/tenants/v1/:id/metadata', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(acme, { status: 201 })
    }),
    http.delete('*/tenants/v1/:id/metadata/:key', ({ params }) => {
      asked.push(params.key)
      return HttpResponse.json(acme)
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  expect(await within(drawer).findByText('enterprise')).toBeVisible()
  await userEvent.click(within(drawer).getByRole('button', { name: 'Add entry' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add metadata to Acme' })
  await userEvent.type(within(dialog).getByLabelText('Key'), 'seats')
  await userEvent.type(within(dialog).getByLabelText('Value'), '12')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add entry' }))
  expect(await screen.findByText('seats saved')).toBeVisible()
  await userEvent.click(within(drawer).getByRole('button', { name: 'Remove segment' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove segment' }))
  const question = await screen.findByRole('dialog', { name: 'Remove segment?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Remove segment' }))
  await waitFor(() => expect(asked).toEqual([{ metadata: { seats: 12 } }, 'segment']))
})

test.each([
  ['never comes', () => HttpResponse.error(), /cannot be reached/, true],
  ['is a gateway’s', () => new HttpResponse('<html>', { status: 503 }), /difficulties/, true],
  ['is a fault', () => refusal(500, 'unexpected', 'Something went wrong here'), 'Something went wrong here', false],
  ['is to come later', () => refusal(429, 'too_many', 'Too many calls'), 'Too many calls', false],
])(
  'where the answer %s what was typed stays, and the next press makes no second one',
  async (_, lost, said, isSame) => {
    const user = userEvent.setup()
    withTenants(tenant('Acme'))
    const keys: (string | null)[] = []
    server.use(
      http.post('*/tenants/v1', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return keys.length === 1 ? lost() : HttpResponse.json(tenant('Hooli'), { status: 201 })
      }),
    )
    renderConsole('/tenants', { server })
    await user.click(await screen.findByRole('button', { name: 'Create tenant' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create tenant' })
    await user.type(within(dialog).getByLabelText('Name'), 'Hooli')
    await user.click(within(dialog).getByRole('button', { name: 'Create tenant' }))
    expect(await within(dialog).findByText(said)).toBeVisible()
    expect(within(dialog).getByLabelText('Name')).toHaveValue('Hooli')
    await user.click(within(dialog).getByRole('button', { name: 'Create tenant' }))
    expect(await screen.findByText('Hooli created')).toBeVisible()
    expect(keys).toEqual([expect.any(String), isSame ? keys[0] : expect.any(String)])
    expect(keys[0] === keys[1]).toBe(isSame)
  },
)

test('a key that is there already is asked about before its value goes', async () => {
  const user = userEvent.setup()
  const acme = tenant('Acme', { metadata: '{"segment":"enterprise"}' })
  withTenants(acme)
  const asked: unknown[] = []
  server.use(
    http.post('*/tenants/v1/:id/metadata', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(acme, { status: 201 })
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await user.click(await within(drawer).findByRole('button', { name: 'Add entry' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add metadata to Acme' })
  await user.type(within(dialog).getByLabelText('Key'), 'segment')
  await user.type(within(dialog).getByLabelText('Value'), 'small')
  await user.click(within(dialog).getByRole('button', { name: 'Add entry' }))
  expect(await within(dialog).findByText(/This key already exists with the value “enterprise”/)).toBeVisible()
  expect(asked).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Add entry' }))
  await waitFor(() => expect(asked).toEqual([{ metadata: { segment: 'small' } }]))
})
