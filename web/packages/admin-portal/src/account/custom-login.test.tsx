import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal } from '../testing'

const server = cannedServer(...boot())

const ACCOUNT = {
  tenantId: 't1',
  name: 'Acme',
  alias: 'acme',
  loginUrl: 'https://login.acme.test/',
  hasCustomLogin: true,
}
const SETTINGS = '*/tenants/resources/account-settings/v1'

function withAccount() {
  const sent: unknown[] = []
  server.use(
    http.get(SETTINGS, () => HttpResponse.json(ACCOUNT)),
    http.put(SETTINGS, async ({ request }) => {
      const body = (await request.json()) as { alias?: string }
      sent.push(body)
      if (body.alias === 'taken') return refusal(409, 'account.alias_taken', 'Another account has this alias')
      return HttpResponse.json({ ...ACCOUNT, ...body })
    }),
  )
  return sent
}

test('only what changed of the custom login is saved, and a taken alias stands at its field', async () => {
  const sent = withAccount()
  renderPortal('/account/custom-login', { server })
  const alias = await screen.findByLabelText(/^Alias/)
  await userEvent.clear(alias)
  await userEvent.type(alias, 'taken')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Another account has this alias')).toBeVisible()
  await userEvent.clear(alias)
  await userEvent.type(alias, 'acme-europe')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Custom login saved')).toBeVisible()
  expect(sent).toEqual([{ alias: 'taken' }, { alias: 'acme-europe' }])
})

test('what was typed and is as it was changes nothing, and says so', async () => {
  const sent = withAccount()
  renderPortal('/account/custom-login', { server })
  await userEvent.type(await screen.findByLabelText(/^Alias/), ' ')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('No changes to update')).toBeVisible()
  await waitFor(() => expect(sent).toEqual([]))
})

test('who may not change the custom login reads it', async () => {
  withAccount()
  renderPortal('/account/custom-login', {
    server,
    person: readOnly('fe.secure.read.accountSettings', 'fe.secure.write.accountSettings'),
  })
  expect(await screen.findByText('https://login.acme.test/')).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})
