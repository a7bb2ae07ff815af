import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { onlyPassword, readOnly, renderPortal } from '../../testing'
import type { ConsentingApplication } from '../../wire'

const noSessions = http.get('*/sessions/v1/me', () => HttpResponse.json([]))
const server = cannedServer(...boot(), noSessions, ...onlyPassword())

const CONSENTS = '*/identity/resources/oauth/consents/v1/me'
const LEDGERLY: ConsentingApplication = {
  applicationId: 'a-ledgerly',
  clientId: 'c-ledgerly',
  name: 'Ledgerly',
  appUrl: '',
  logoUrl: '',
  description: '',
  scopes: ['email', 'openid'],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

function withConsents(...apps: ConsentingApplication[]) {
  let left = apps
  const withdrawn: unknown[] = []
  server.use(
    http.get(CONSENTS, () => HttpResponse.json(left)),
    http.delete(`${CONSENTS}/:id`, ({ params }) => {
      withdrawn.push(params.id)
      left = left.filter(({ clientId }) => clientId !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return withdrawn
}

const card = async () => within(await screen.findByRole('region', { name: 'Connected applications' }))

test('it says what an application may know, and takes it back after a question', async () => {
  const withdrawn = withConsents(LEDGERLY)
  renderPortal('/privacy', { server, person: readOnly() })
  const consents = await card()
  const row = await consents.findByRole('listitem')
  expect(row).toHaveTextContent('Can access your user and account ID and your email address')
  await userEvent.click(within(row).getByRole('button', { name: 'Revoke access for Ledgerly' }))
  const question = await screen.findByRole('dialog', { name: 'Revoke access for Ledgerly?' })
  expect(withdrawn).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke access' }))
  expect(await screen.findByText('Access for Ledgerly revoked')).toBeVisible()
  expect(withdrawn).toEqual(['c-ledgerly'])
  expect(await consents.findByText('No connected applications.')).toBeVisible()
})

test('a refusal stays in the question, and the application in the list', async () => {
  withConsents(LEDGERLY)
  server.use(http.delete(`${CONSENTS}/:id`, () => refusal(404, 'oauth.unknown_application', 'Nothing was allowed')))
  renderPortal('/privacy', { server, person: readOnly() })
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke access for Ledgerly' }))
  const question = await screen.findByRole('dialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke access' }))
  expect(await within(question).findByText('Nothing was allowed')).toBeVisible()
  expect((await card()).getByText('Ledgerly')).toBeInTheDocument()
})

test('what cannot be read is tried again', async () => {
  server.use(http.get(CONSENTS, () => refusal(400, 'request.invalid', 'Not today')))
  renderPortal('/privacy', { server, person: readOnly() })
  expect(await (await card()).findByText('Not today')).toBeVisible()
  withConsents(LEDGERLY)
  await userEvent.click((await card()).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect((await card()).getByText('Ledgerly')).toBeVisible())
})
