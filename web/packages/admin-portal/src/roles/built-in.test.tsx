import { addTexts, i18n, UiProvider } from '@gatehouse/ui'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { builtIn, useBuiltInTexts } from './built-in'

const WORDS = ['View users', 'User management', 'Billing: view a.b']

afterEach(async () => {
  await i18n.changeLanguage('en')
})

function Said() {
  useBuiltInTexts()
  return WORDS.map((words) => <p key={words}>{builtIn(words)}</p>)
}

test('what is built in is said in German, and what the vendor calls otherwise as the vendor wrote it', async () => {
  expect(WORDS.map(builtIn)).toEqual(WORDS)
  render(
    <UiProvider density="portal" language="de">
      <Said />
    </UiProvider>,
  )
  expect(await screen.findByText('Personen ansehen')).toBeVisible()
  expect(screen.getByText('Personen')).toBeVisible()
  expect(screen.getByText('Billing: view a.b')).toBeVisible()
})

test('texts that come later than the page are said, too', async () => {
  i18n.removeResourceBundle('de', 'portal.catalogue')
  await i18n.changeLanguage('de')
  render(<Said />)
  expect(screen.getByText('View users')).toBeVisible()
  act(() => addTexts('portal.catalogue', 'de', { 'View users': 'Personen ansehen' }))
  expect(screen.getByText('Personen ansehen')).toBeVisible()
})
