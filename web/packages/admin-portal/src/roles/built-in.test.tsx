import { i18n, UiProvider } from '@gatehouse/ui'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { builtIn } from './built-in'

const WORDS = ['View users', 'User management', 'Billing: view a.b']

afterEach(async () => {
  await i18n.changeLanguage('en')
})

const Said = () => WORDS.map((words) => <p key={words}>{builtIn(words)}</p>)

test('what is built in is said in German, and what the vendor calls otherwise as the vendor wrote it', async () => {
  expect(WORDS.map(builtIn)).toEqual(WORDS)
  render(
    <UiProvider density="portal" language="de">
      <Said />
    </UiProvider>,
  )
  expect(await screen.findByText('Benutzer anzeigen')).toBeVisible()
  expect(screen.getByText('Benutzerverwaltung')).toBeVisible()
  expect(screen.getByText('Billing: view a.b')).toBeVisible()
})
