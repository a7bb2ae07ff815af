import { i18n, UiProvider } from '@gatehouse/ui'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { eventWords } from './event-names'

const WORDS = ['User created', 'Sign-in and sessions', 'Our: order placed.']

const Said = () => WORDS.map((words) => <p key={words}>{eventWords(words)}</p>)

afterEach(async () => {
  await i18n.changeLanguage('en')
})

test('event names that the server derives from keys are shown in plain English', () => {
  expect(eventWords('User way in removed')).toBe('User sign-in method removed')
  expect(eventWords('People')).toBe('Users')
})

test('events are said in German, and the vendor’s own as the vendor wrote them', async () => {
  expect(WORDS.map(eventWords)).toEqual(WORDS)
  render(
    <UiProvider density="portal" language="de">
      <Said />
    </UiProvider>,
  )
  expect(await screen.findByText('Benutzer hinzugefügt')).toBeVisible()
  expect(screen.getByText('Anmeldung und Sitzungen')).toBeVisible()
  expect(screen.getByText('Our: order placed.')).toBeVisible()
})
