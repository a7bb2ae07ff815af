import { boot, cannedServer, makeToken, recorded } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal } from '../testing'

const server = cannedServer(...boot())

const CURRENT = '*/identity/resources/users/sessions/v1/me/current'

/** After `renderPortal`, whose own session is the person's. */
function impersonated(expires: string) {
  server.use(
    http.post('*/identity/resources/auth/v1/user/token/refresh', () =>
      HttpResponse.json({
        ...recorded.LOGIN,
        accessToken: makeToken({ sub: 'u1', tenantId: 't1', act: { sub: 'support-1' } }),
      }),
    ),
    http.get(CURRENT, () =>
      HttpResponse.json({
        id: 's1',
        userAgent: null,
        ipAddress: '203.0.113.7',
        createdAt: expires,
        expires,
        current: true,
        impersonated: true,
      }),
    ),
  )
}

test('an impersonation is always visible and can be ended', async () => {
  const { session, browser } = renderPortal('/profile', { server, person: readOnly() })
  impersonated('2026-03-01T14:05:00')
  const ended: string[] = []
  server.use(
    http.post('*/auth/v1/logout', () => {
      ended.push('ended')
      return new HttpResponse(null)
    }),
  )
  const bar = await screen.findByRole('region', { name: 'Impersonation' })
  expect(bar).toHaveTextContent('You are impersonating Ada Lovelace in Acme')
  expect(await within(bar).findByText('Ends at 2:05 PM')).toBeVisible()
  await userEvent.click(within(bar).getByRole('button', { name: 'End' }))
  await waitFor(() => expect(ended).toEqual(['ended']))
  expect(session.getSnapshot().status).toBe('anonymous')
  await waitFor(() => expect(browser.visited).toEqual(['/account/login']))
})

test('it says so without the end, where the server does not tell it', async () => {
  renderPortal('/profile', { server, person: readOnly() })
  impersonated('2026-03-01T14:05:00Z')
  server.use(http.get(CURRENT, () => HttpResponse.json({}, { status: 503 })))
  const bar = await screen.findByRole('region', { name: 'Impersonation' })
  expect(bar).not.toHaveTextContent('Ends at')
})

test('without impersonation there is no bar', async () => {
  renderPortal('/profile', { server, person: readOnly() })
  expect(await screen.findByRole('button', { name: /Account of/ })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Impersonation' })).not.toBeInTheDocument()
})
