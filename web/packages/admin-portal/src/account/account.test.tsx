import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal } from '../testing'

const server = cannedServer(...boot())

const ACCOUNT = { tenantId: 't1', name: 'Acme', timezone: 'Europe/Berlin', hasCustomLogin: false }
const SETTINGS = '*/tenants/resources/account-settings/v1'

test('only what changed is saved', async () => {
  server.use(http.get(SETTINGS, () => HttpResponse.json(ACCOUNT)))
  const sent: unknown[] = []
  server.use(
    http.put(SETTINGS, async ({ request }) => {
      const body = (await request.json()) as object
      sent.push(body)
      return HttpResponse.json({ ...ACCOUNT, ...body })
    }),
  )
  renderPortal('/account', { server })
  await userEvent.type(await screen.findByLabelText(/^Website/), 'not an address')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText(/^Enter a URL such as/)).toBeVisible()

  await userEvent.clear(screen.getByLabelText(/^Website/))
  await userEvent.type(screen.getByLabelText(/^Website/), 'www.acme.test')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ website: 'www.acme.test' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument())
})

test('who may not change the account reads it', async () => {
  server.use(http.get(SETTINGS, () => HttpResponse.json(ACCOUNT)))
  renderPortal('/account', { server, person: readOnly('fe.secure.read.accountSettings') })
  expect(await screen.findByText('Europe/Berlin')).toBeVisible()
  expect(screen.getByText('Only administrators can change these settings.')).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})
