import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '../testing'
import { HeldQuestion } from './held-question'

test('typing while it opens does not leave the page', async () => {
  const { unmount } = renderUi(<HeldQuestion held={{ reason: 'ended', loginUrl: '/account/login' }} />)
  await waitFor(() => expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveFocus())
  unmount()
  const back = () => Promise.resolve()
  renderUi(<HeldQuestion held={{ reason: 'switched', from: 'Acme', to: 'Globex', back }} />)
  await waitFor(() => expect(screen.getByRole('button', { name: /back to Acme/ })).toHaveFocus())
})
