import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderUi } from '../testing'
import { estimateStrength } from './estimate'
import { NewPasswordField } from './new-password-field'
import { checkPassword } from './rules'
import cases from './strength-cases.json'

const MIXED = {
  minLength: 8,
  maxLength: 64,
  allowPassphrases: true,
  minPhraseLength: 20,
  minOptionalTestsToPass: 3,
  requiredTests: { checkThreeRepeatedChars: true },
  optionalTests: { requireLowercase: true, requireUppercase: true, requireNumbers: true, requireSpecialChars: true },
}

test.each([
  ['', 'Choose a password'],
  ['Ab1!', 'Use at least 8 characters. A short sentence is easy to remember.'],
  ['x'.repeat(65), 'Use at most 64 characters'],
  ['abcdefgh', 'The password does not meet the requirements yet'],
  ['Abcdef12', undefined],
  ['Aabb1234', undefined],
  ['Abbb1234', 'The password does not meet the requirements yet'],
  ['a sentence of only small letters', undefined],
  ['🔑🔑a', 'Use at least 8 characters. A short sentence is easy to remember.'],
])('of %j is said: %s', (password, problem) => {
  expect(checkPassword(MIXED)(password)).toBe(problem)
})

test('without a configuration only an empty password is refused', () => {
  expect(checkPassword({})('')).toBe('Choose a password')
  expect(checkPassword({})('x')).toBeUndefined()
})

// The server's tests read the same lists, so that both rate the same passwords as weak.
test.each(cases.refused)('%s is weak', (password) => {
  expect(estimateStrength(password, cases.about)).toBe('weak')
})
test.each(cases.accepted)('%s is not weak', (password) => {
  expect(estimateStrength(password, cases.about)).not.toBe('weak')
})

test.each([
  ['Summer2026Summer', 'fair'],
  ['tr0ub4dor&3', 'good'],
  ['correct horse battery staple', 'strong'],
])('%s is %s', (password, strength) => {
  expect(estimateStrength(password)).toBe(strength)
})

const meter = (word: string) =>
  waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(`Password strength: ${word}`))

test('strength is said while typing, and what is too short is never called anything else', async () => {
  renderUi(<NewPasswordField label="Password" config={{ minLength: 15 }} />)
  const field = screen.getByLabelText('Password')
  expect(field).toHaveAccessibleDescription('At least 15 characters. A short sentence is easy to remember.')
  expect(field).toHaveAttribute('autocomplete', 'new-password')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await userEvent.type(field, 'tr0ub4dor&3')
  await meter('Too short')
  await userEvent.type(field, ' and more words')
  await meter('Strong')
})

test('the name of the person and the company is worth nothing', async () => {
  renderUi(<NewPasswordField label="Password" config={{}} about={['Kim Roe', 'Roe Works']} />)
  await userEvent.type(screen.getByLabelText('Password'), 'RoeWorks-Kim-Roe')
  await meter('Weak')
})

test('rules beyond length are listed, length among them', async () => {
  renderUi(<NewPasswordField label="Password" config={MIXED} />)
  const items = screen.getAllByRole('listitem').map((item) => item.textContent?.trim())
  expect(items).toEqual([
    'At least 8 characters',
    'No character repeated 3 times in a row',
    'A lowercase letter',
    'A capital letter',
    'A number',
    'A special character',
  ])
  expect(screen.getByText('At least 3 of these:')).toBeVisible()
})

test('a password that was refused is not praised', async () => {
  const { rerender } = renderUi(<NewPasswordField label="Password" config={{}} />)
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery staple')
  await meter('Strong')
  rerender(<NewPasswordField label="Password" config={{}} error="It is known from a breach." />)
  await meter('Weak')
})
