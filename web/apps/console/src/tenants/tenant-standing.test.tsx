import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing'
import type { Tenant } from '../wire'
import { tenant, tenantsOf } from './testing'

const server = cannedServer(...boot({}))
const withTenants = tenantsOf(server)

test('a tenant is suspended when asked, says so, and is resumed', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  const asked: string[] = []
  const stand = (verb: string, status: Tenant['status']) =>
    http.post(`*/tenants/v1/:id/${verb}`, () => {
      asked.push(verb)
      Object.assign(acme, { status })
      return HttpResponse.json(acme)
    })
  server.use(stand('suspend', 'suspended'), stand('resume', 'active'))
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Suspend' }))
  const question = await screen.findByRole('dialog', { name: 'Suspend Acme?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Suspend tenant' }))
  expect(await screen.findByText('Acme suspended')).toBeVisible()
  expect(await within(drawer).findByText(/Users cannot sign in/)).toBeVisible()
  await userEvent.click(within(drawer).getByRole('button', { name: 'Resume' }))
  expect(await screen.findByText('Acme resumed')).toBeVisible()
  await waitFor(() => expect(within(drawer).queryByText(/Users cannot sign in/)).toBeNull())
  expect(asked).toEqual(['suspend', 'resume'])
})

test('all users are signed out; an error is shown in the dialog', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  let isRefused = true
  server.use(
    http.post('*/tenants/v1/:id/end-sessions', () =>
      isRefused ? refusal(409, 'conflict', 'Not now') : HttpResponse.json({ ended: 3 }),
    ),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'End all sessions' }))
  const question = await screen.findByRole('dialog', { name: 'End all sessions for Acme?' })
  await userEvent.click(within(question).getByRole('button', { name: 'End all sessions' }))
  expect(await within(question).findByText('Not now')).toBeVisible()
  isRefused = false
  await userEvent.click(within(question).getByRole('button', { name: 'End all sessions' }))
  expect(await screen.findByText('All users of Acme signed out')).toBeVisible()
})

test('the audit log retention of a tenant is shortened, and reset to the default', async () => {
  const user = userEvent.setup()
  const acme = tenant('Acme')
  const asked = withTenants(acme)
  let kept: number | null = null
  const shown = () => ({ ...acme, ...(kept && { auditRetentionDays: kept }) })
  server.use(
    http.get('*/tenants/v2/:id', () => HttpResponse.json(shown())),
    http.put('*/tenants/v1/:id/audit-retention', async ({ request }) => {
      const body = (await request.json()) as { days: number | null }
      asked.push(['retention', body])
      if (body.days === 9999)
        return refusal(400, 'audits.retention_too_long', 'Audit logs are kept for at most 730 days')
      kept = body.days
      return HttpResponse.json(shown())
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  expect(await within(drawer).findByText('Installation default')).toBeVisible()

  async function open() {
    await user.click(within(drawer).getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change audit log retention' }))
    return screen.findByRole('dialog', { name: /Audit log retention for Acme/ })
  }
  async function enter(dialog: HTMLElement, days: string) {
    const field = within(dialog).getByLabelText('Days')
    await user.clear(field)
    if (days) await user.type(field, days)
    await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  }

  const dialog = await open()
  await enter(dialog, '89')
  expect(await within(dialog).findByText('Enter a whole number of at least 90')).toBeVisible()
  await enter(dialog, '9999')
  expect(await within(dialog).findByText('Audit logs are kept for at most 730 days')).toBeVisible()
  await enter(dialog, '365')
  expect(await within(drawer).findByText('365 days')).toBeVisible()
  await enter(await open(), '')
  expect(await within(drawer).findByText('Installation default')).toBeVisible()
  const sent = [{ days: 9999 }, { days: 365 }, { days: null }].map((body) => ['retention', body])
  expect(asked.filter((one) => Array.isArray(one) && one[0] === 'retention')).toEqual(sent)
})
