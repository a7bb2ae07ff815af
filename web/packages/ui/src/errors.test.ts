import { afterEach, expect, test } from 'vitest'
import { errorText } from './errors'
import { ChunkLoadError } from './first-paint/chunk'
import { i18n, loadTexts } from './i18n'

const refusal = (status: number, code: string, message: string) => Object.assign(new Error(message), { status, code })
const DIFFICULTIES = "We're facing some difficulties, Please try again"

async function read(language: string) {
  await loadTexts(language)
  await i18n.changeLanguage(language)
}

afterEach(() => i18n.changeLanguage('en'))

test('a server that is not reached is told apart from one in trouble', () => {
  expect(errorText(refusal(0, 'network', DIFFICULTIES))).toBe(
    'The server cannot be reached. Check your connection, then try again.',
  )
  expect(errorText(refusal(502, '', DIFFICULTIES))).toBe(DIFFICULTIES)
})

test('a part of the app that does not come is told apart, with what helps', () => {
  const error = new ChunkLoadError(new TypeError('Failed to fetch dynamically imported module'))
  expect(errorText(error)).toBe('Part of this page did not load. Reload the page, then try again.')
})

test('in German, too', async () => {
  await read('de')
  expect(errorText(refusal(0, 'network', DIFFICULTIES))).toMatch(/^Der Server ist derzeit nicht erreichbar/)
  expect(errorText(refusal(502, '', DIFFICULTIES))).toMatch(/^Bei uns ist ein Fehler aufgetreten/)
})

test.each(['en', 'de'])('what a screen says itself is not replaced (%s)', async (language) => {
  await read(language)
  expect(errorText(refusal(0, '', 'Die Karte kommt gleich'))).toBe('Die Karte kommt gleich')
})
