import { addTexts, i18n } from '@gatehouse/ui'
import { afterEach, expect, test } from 'vitest'
import { texts } from '../portal.texts.de'
import { refusedValue } from './refused-value'

afterEach(() => i18n.changeLanguage('en'))

test.each([
  ['String should have at most 100 characters', 'Use at most 100 characters'],
  ["String should match pattern '^[^\\x00]*$'", 'This value is not allowed'],
  ['Input should be a valid integer', 'This value is not allowed'],
  ['Field required', 'This field is required'],
  ['must not contain a link or an address', 'must not contain a link or an address'],
])('%s: no word of a programming language', (said, shown) => {
  expect(refusedValue(said)).toBe(shown)
})

test.each([
  ['String should have at most 100 characters', 'Höchstens 100 Zeichen'],
  ["String should match pattern '^[^\\x00]*$'", 'Dieser Wert ist nicht erlaubt'],
  ['must not contain control characters', 'Entfernen Sie die unsichtbaren Zeichen'],
  ['must be an origin such as https://id.example.com', /Geben Sie eine vollständige URL ein/],
  ['something that nobody has translated', 'Dieser Wert ist nicht erlaubt'],
])('%s: in German', async (said, shown) => {
  addTexts('portal', 'de', texts)
  await i18n.changeLanguage('de')
  expect(refusedValue(said)).toMatch(shown)
})
