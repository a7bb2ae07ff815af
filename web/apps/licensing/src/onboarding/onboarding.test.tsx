import { cannedServer, makeToken, recorded } from '@gatehouse/sdk/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { portal, renderPortal, trial } from '../testing'

const server = cannedServer(...portal())
const made = { id: 'o1', name: 'Globex', billingEmail: 'pay@globex.test', createdAt: '2026-11-20T12:00:00Z' }
const none = () => new HttpResponse('The organization does not exist yet', { status: 404 })

test('without an organization it is created first, and the trial begins', async () => {
  let sent: unknown
  server.use(
    http.get('*/api/v1/organization', none),
    http.post('*/api/v1/organization', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json(made, { status: 201 })
    }),
  )
  renderPortal('/general')
  const name = await screen.findByLabelText(/Organization name/)
  expect(name).toHaveValue('Acme')
  await userEvent.clear(name)
  await userEvent.type(name, 'Globex')
  await userEvent.click(screen.getByRole('button', { name: 'Start trial' }))
  expect(await screen.findByText('Your trial ends in 14 days')).toBeVisible()
  expect(sent).toEqual({ name: 'Globex', billingEmail: 'ada@acme.test' })
})

test('a colleague who was quicker is no error: theirs is read', async () => {
  let exists = false
  server.use(
    http.get('*/api/v1/organization', () => (exists ? HttpResponse.json(made) : none())),
    http.post('*/api/v1/organization', () => {
      exists = true
      return new HttpResponse('The organization already exists', { status: 409 })
    }),
  )
  renderPortal('/general')
  await userEvent.click(await screen.findByRole('button', { name: 'Start trial' }))
  expect(await screen.findByText('Globex')).toBeVisible()
})

test('another refusal is shown and the form stays', async () => {
  server.use(
    http.get('*/api/v1/organization', none),
    http.post('*/api/v1/organization', () => new HttpResponse('Too many attempts', { status: 429 })),
  )
  renderPortal('/general')
  await userEvent.click(await screen.findByRole('button', { name: 'Start trial' }))
  expect(await screen.findByText(/Too many attempts/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Start trial' })).toBeVisible()
})

test('a wrong billing address is told at its field, without a call', async () => {
  server.use(http.get('*/api/v1/organization', none))
  renderPortal('/general')
  const email = await screen.findByLabelText(/Billing email/)
  await userEvent.clear(email)
  await userEvent.type(email, 'nobody')
  await userEvent.click(screen.getByRole('button', { name: 'Start trial' }))
  expect(await screen.findByText('Enter an email address such as name@company.com')).toBeVisible()
})

test('who may not start a trial is told who can', async () => {
  server.use(...portal([trial], [{ key: 'licensing.read.licenses' }]))
  server.use(http.get('*/api/v1/organization', none))
  renderPortal('/general')
  expect(await screen.findByText('Your organization is not set up yet')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Start trial' })).not.toBeInTheDocument()
})

test('an impersonation is visible', async () => {
  server.use(
    http.get('*/api/v1/organization', none),
    http.post('*/identity/resources/auth/v1/user/token/refresh', () =>
      HttpResponse.json({
        ...recorded.LOGIN,
        accessToken: makeToken({ sub: 'u1', tenantId: 't1', act: { sub: 'support-1' } }),
      }),
    ),
    http.get('*/identity/resources/users/sessions/v1/me/current', () => HttpResponse.json({}, { status: 503 })),
  )
  renderPortal('/general')
  const bar = await screen.findByRole('region', { name: 'Impersonation' })
  expect(bar).toHaveTextContent('You are impersonating Ada Lovelace in Acme')
})
