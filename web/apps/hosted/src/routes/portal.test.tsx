import { boot, cannedServer, signedIn } from '@gatehouse/sdk/testing'
import { render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { App } from '../app'

cannedServer(
  ...boot(),
  ...signedIn({ name: 'Ada Lovelace', metadata: '{}' }),
  http.get('*/vendors/public', () => HttpResponse.json({ name: 'Acme Cloud', whiteLabelMode: true })),
)

test('the portal stands at its path, and its pages below it', async () => {
  window.history.replaceState(null, '', '/oauth/portal')
  render(<App path={window.location.pathname} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' }, { timeout: 5000 })).toBeVisible()
  await waitFor(() => expect(window.location.pathname).toBe('/oauth/portal/profile'))
  expect(screen.getByRole('link', { name: 'Privacy and sign-in' })).toHaveAttribute('href', '/oauth/portal/privacy')
})
