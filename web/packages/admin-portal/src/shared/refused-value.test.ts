import { addTexts, i18n } from '@gatehouse/ui'
import { afterEach, expect, test } from 'vitest'
import { texts } from '../portal.texts.de'
import { refusedValue } from './refused-value'

afterEach(() => i18n.changeLanguage('en'))

test.each([
  ['String should have at most 100 characters', 'At most 100 characters'],
  ["String should match pattern '^[^\\x00]*$'", 'This cannot be used here'],
  ['Input should be a valid integer', 'This cannot be used here'],
  ['Field required', 'Something is needed here'],
  ['must not contain a link or an address', 'must not contain a link or an address'],
])('%s: no word of a programming language', (said, shown) => {
  expect(refusedValue(said)).toBe(shown)
})

test.each([
  ['String should have at most 100 characters', 'Höchstens 100 Zeichen'],
  ["String should match pattern '^[^\\x00]*$'", 'Das kann hier nicht stehen'],
  ['must not contain control characters', 'Entfernen Sie die unsichtbaren Zeichen'],
  ['must be an origin such as https://id.example.com', /Geben Sie eine ganze Adresse ein/],
  ['something that nobody has translated', 'Das kann hier nicht stehen'],
])('%s: in German', async (said, shown) => {
  addTexts('portal', 'de', texts)
  await i18n.changeLanguage('de')
  expect(refusedValue(said)).toMatch(shown)
})
