import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { formatRelative, RelativeTime } from './relative-time'
import { renderUi } from './testing'

const now = Date.parse('2026-06-15T12:00:00Z')
const MINUTE = 60_000

test.each([
  [-30_000, 'just now'],
  [-3 * MINUTE, '3 minutes ago'],
  [-59.9 * MINUTE, '59 minutes ago'],
  [2 * 60 * MINUTE, 'in 2 hours'],
  [-26 * 60 * MINUTE, 'yesterday'],
  // The fifteenth at noon: these are two midnights away, though less than 48 hours.
  [-47 * 60 * MINUTE, '2 days ago'],
  [47 * 60 * MINUTE, 'in 2 days'],
  [-23 * 60 * MINUTE, '23 hours ago'],
  [-60 * 24 * 60 * MINUTE, 'Apr 16, 2026'],
])('%d ms from now reads %s', (distance, text) => {
  expect(formatRelative(new Date(now + distance), now, 'en')).toBe(text)
})

test('keyboards reach the exact time', async () => {
  renderUi(<RelativeTime value="2020-02-03T04:05:06Z" />)
  await userEvent.tab()
  expect(await screen.findByRole('tooltip')).toHaveTextContent(/February 3, 2020.*:05:06/)
  expect(screen.getByText('Feb 3, 2020')).toHaveAttribute('datetime', '2020-02-03T04:05:06.000Z')
})

test('the last day is one of UTC, and says so', async () => {
  renderUi(<RelativeTime value="2020-02-03T23:59:59Z" utc />)
  expect(screen.getByText('Feb 3, 2020 (UTC)')).toBeVisible()
  await userEvent.tab()
  expect(await screen.findByRole('tooltip')).toHaveTextContent('February 3, 2020 at 11:59:59 PM UTC')
})

test('alone it begins with a capital letter, within a sentence it does not', () => {
  const yesterday = new Date().setHours(-24, 0, 0, 0)
  renderUi(
    <>
      <RelativeTime value={yesterday} />
      <RelativeTime value={yesterday} sentence={(when) => `Signed in ${when}`} />
    </>,
  )
  expect(screen.getByText('Yesterday')).toBeVisible()
  expect(screen.getByText('Signed in yesterday')).toBeVisible()
})

test('a moment that is none shows nothing', () => {
  renderUi(<RelativeTime value="soon" />)
  expect(document.querySelector('time')).toBeNull()
})
