import { Drawer, Menu, Modal, Tooltip, useDirection } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { useEffect, useMemo } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { errorText } from '../errors'
import { formatList } from '../format-list'
import { addTexts, defineTexts, i18n } from '../i18n'
import { formatMoney } from '../money'
import { formatRelative } from '../relative-time'
import { UiProvider } from '../ui-provider'
import { chooseLanguage, preferredLanguage } from './preferred'
import { useLanguageChoice } from './use-language'

function browserSpeaks(...languages: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
}

afterEach(async () => {
  localStorage.clear()
  await i18n.changeLanguage('en')
})

const german = { texts: { hello: 'Hallo', seats_one: '{{count}} Platz', seats_other: '{{count}} Plätze' } } as const
const { useT } = defineTexts(
  'language-test',
  { hello: 'Hello', seats_one: '{{count}} seat', seats_other: '{{count}} seats' },
  { de: () => Promise.resolve(german) },
)

const Direction = () => <output>{useDirection().dir}</output>

/** Memoizes its columns as a table does. */
function Columns() {
  const t = useT()
  const columns = useMemo(() => [t('hello')], [t])
  return <p>{columns[0]}</p>
}

const painted: string[] = []

function Page() {
  const t = useT()
  const choice = useLanguageChoice()
  const hello = t('hello')
  useEffect(() => void painted.push(hello), [hello])
  return (
    <>
      <p>{hello}</p>
      <p>{t('seats', { count: 1 })}</p>
      <p>{t('seats', { count: 3 })}</p>
      {choice && <p>You may choose</p>}
    </>
  )
}

interface WordsProps<Key extends string> {
  readonly of: { readonly useT: () => (key: Key) => string }
  readonly keys: readonly NoInfer<Key>[]
}

function Words<Key extends string>({ of, keys }: WordsProps<Key>) {
  const t = of.useT()
  return <p>{keys.map((key) => t(key)).join(' ')}</p>
}

const page = (language?: string) => (
  <UiProvider env="test" language={language}>
    <Page />
  </UiProvider>
)

test.each([
  [undefined, ['en-US'], 'en-US'],
  [undefined, ['fr-FR', 'de-AT', 'en'], 'de-AT'],
  [undefined, ['fr', 'pt-BR'], 'en'],
  [undefined, [], 'en'],
  ['de', ['en-US'], 'de'],
  ['not a language', ['de'], 'de'],
])('chosen %s, a browser that speaks %s: %s', (chosen, browser, language) => {
  browserSpeaks(...browser)
  if (chosen) localStorage.setItem('gatehouse-language', chosen)
  expect(preferredLanguage()).toBe(language)
})

test('what the embedding page says comes before what the person chose, and takes the choice away', async () => {
  chooseLanguage('de')
  render(page('en'))
  expect(await screen.findByText('Hello')).toBeVisible()
  expect(screen.queryByText('You may choose')).toBeNull()
})

test('a German browser gets German from the first paint on', async () => {
  browserSpeaks('de-AT')
  painted.length = 0
  render(page())
  expect(await screen.findByText('Hallo')).toBeVisible()
  expect(painted).toEqual(['Hallo'])
  expect(document.documentElement).toHaveAttribute('lang', 'de-AT')
})

test('a choice takes effect at once, in plural forms too, and is kept', async () => {
  const { unmount } = render(page())
  expect(await screen.findByText('3 seats')).toBeVisible()
  act(() => chooseLanguage('de'))
  expect(await screen.findByText('3 Plätze')).toBeVisible()
  expect(screen.getByText('1 Platz')).toBeVisible()
  expect(document.documentElement).toHaveAttribute('lang', 'de')
  unmount()
  render(page())
  expect(await screen.findByText('Hallo')).toBeVisible()
})

test('a number in a sentence is written as the language writes it; a year is no number', async () => {
  const { t } = defineTexts('language-numbers', { seats: '{{count}} of {{all}} seats', since: 'Since {{year}}' })
  render(page('de'))
  await screen.findByText('Hallo')
  expect(t('seats', { count: 1500, all: 12345.5 })).toBe('1.500 of 12.345,5 seats')
  expect(t('since', { year: '2026' })).toBe('Since 2026')
})

test('a language that is not shipped reads as English, in its own direction', async () => {
  addTexts('language-test', 'ar', { hello: 'مرحبا' })
  render(page('ar'))
  expect(await screen.findByText('مرحبا')).toBeVisible()
  expect(screen.getByText('3 seats')).toBeVisible()
  expect(document.documentElement).toHaveAttribute('dir', 'rtl')
})

test('the page of another product keeps its language and direction; what is ours in it has its own', async () => {
  const product = document.documentElement
  Object.assign(product, { lang: 'he', dir: 'rtl' })
  render(page('en'))
  const text = await screen.findByText('Hello')
  expect([product.lang, product.dir]).toEqual(['he', 'rtl'])
  expect(text.closest('[dir]')).toHaveAttribute('dir', 'ltr')
  expect(text.closest('[lang]')).toHaveAttribute('lang', 'en')
  Object.assign(product, { lang: '', dir: '' })
})

test('what floats over the page of another product has our language and direction, too', async () => {
  const product = document.documentElement
  Object.assign(product, { lang: 'he', dir: 'rtl' })
  render(
    <UiProvider env="test" language="en">
      <Direction />
      <Modal opened onClose={() => undefined}>
        In a dialog
      </Modal>
      <Drawer opened onClose={() => undefined}>
        In a drawer
      </Drawer>
      <Menu opened>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>In a menu</Menu.Dropdown>
      </Menu>
      <Tooltip opened label="In a tooltip">
        <span>Why</span>
      </Tooltip>
    </UiProvider>,
  )
  for (const words of ['In a dialog', 'In a drawer', 'In a menu', 'In a tooltip']) {
    const float = (await screen.findByText(words)).closest('[dir]')
    expect(float, words).not.toHaveAttribute('class', 'root')
    expect(float, words).toHaveAttribute('dir', 'ltr')
    expect(float, words).toHaveAttribute('lang', 'en')
  }
  expect(screen.getByText('ltr')).toBeVisible()
  Object.assign(product, { lang: '', dir: '' })
})

test("a vendor's own wording stays, whether it comes before the shipped text or after it", async () => {
  addTexts('language-vendor', 'de', { hello: 'Moin' })
  const vendor = defineTexts(
    'language-vendor',
    { hello: 'Hello', bye: 'Goodbye' },
    { de: () => Promise.resolve({ texts: { hello: 'Hallo', bye: 'Tschüss' } as const }) },
  )
  render(
    <UiProvider env="test" language="de">
      <Words of={vendor} keys={['hello', 'bye']} />
    </UiProvider>,
  )
  expect(await screen.findByText('Moin Tschüss')).toBeVisible()
})

test('dates, money, lists and refusals are in the language of the page', async () => {
  render(page('de'))
  await screen.findByText('Hallo')
  const now = Date.parse('2026-03-10T12:00:00Z')
  expect(formatRelative(new Date('2026-03-08T12:00:00Z'), now)).toBe('vorgestern')
  expect(formatRelative(new Date('2026-01-02T12:00:00Z'), now)).toBe('02.01.2026')
  expect(formatMoney(123456, 'EUR').replaceAll('\u00a0', ' ')).toBe('1.234,56 €')
  expect(formatList(['Ada', 'Grace', 'Alan'])).toBe('Ada, Grace und Alan')
  expect(errorText(refusal('ER-01013'))).toBe('E-Mail-Adresse oder Passwort ist falsch')
  expect(errorText(refusal('passwords.too_short', { min_length: 12 }))).toContain('mindestens 12 Zeichen')
  expect(errorText(refusal('newer.than_this'))).toBe('What the server says')
})

test('in English a refusal is what the server says', async () => {
  render(page('en'))
  await screen.findByText('Hello')
  expect(errorText(refusal('ER-01013'))).toBe('What the server says')
})

// Last, because from here on its texts are missing, and every other German page would request them again.
test('texts that cannot be had are read in English', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const missing = defineTexts(
    'language-missing',
    { hello: 'Good day' },
    { de: () => Promise.reject<{ texts: { hello: string } }>(new Error('offline')) },
  )
  render(
    <UiProvider env="test" language="de">
      <Words of={missing} keys={['hello']} />
    </UiProvider>,
  )
  expect(await screen.findByText('Good day')).toBeVisible()
})

function refusal(code: string, context: object = {}) {
  return Object.assign(new Error('What the server says'), { status: 400, code, context })
}

test('what is memoized with the texts is read again in the new language', async () => {
  const { rerender } = render(
    <UiProvider env="test" language="en">
      <Columns />
    </UiProvider>,
  )
  expect(screen.getByText('Hello')).toBeVisible()
  rerender(
    <UiProvider env="test" language="de">
      <Columns />
    </UiProvider>,
  )
  expect(await screen.findByText('Hallo')).toBeVisible()
})
