import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '../testing'
import { StalePageQuestion } from './stale-page-question'

test('typing while it opens does not leave the page', async () => {
  const { unmount } = renderUi(<StalePageQuestion stale={{ reason: 'ended', loginUrl: '/account/login' }} />)
  await waitFor(() => expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveFocus())
  unmount()
  const back = () => Promise.resolve()
  renderUi(<StalePageQuestion stale={{ reason: 'switched', from: 'Acme', to: 'Globex', back }} />)
  await waitFor(() => expect(screen.getByRole('button', { name: /back to Acme/ })).toHaveFocus())
})
