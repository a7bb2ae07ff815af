import { expect, test, vi } from 'vitest'
import { checkRedirect, consumeRedirect, saveRedirect } from './redirects'
import { STORAGE_KEYS } from './storage'
import { fakeBrowser } from './testing'

const rules = { authenticatedUrl: '/home' }
const take = (query: string, overrides = {}, { storage } = fakeBrowser()) =>
  consumeRedirect({ ...rules, ...overrides }, { href: `https://app.test/account/login${query}`, storage })

test('home, when nothing else is wished for', () => {
  expect(take('')).toBe('https://app.test/home')
})

test('the place left before login is returned to once', () => {
  const browser = fakeBrowser()
  saveRedirect('/docs/7?tab=2', browser.storage)
  expect(browser.storage.getItem(STORAGE_KEYS.afterAuthRedirect)).toBe('/docs/7?tab=2')
  expect(take('', {}, browser)).toBe('https://app.test/docs/7?tab=2')
  expect(take('', {}, browser)).toBe('https://app.test/home')
})

test('redirectUrl in the address outranks the place left', () => {
  const browser = fakeBrowser()
  saveRedirect('/docs', browser.storage)
  expect(take('?redirectUrl=%2Fbilling', {}, browser)).toBe('https://app.test/billing')
})

test('where routes stand behind a hash, redirectUrl does, too', () => {
  const { storage } = fakeBrowser()
  const href = 'https://app.test/#/account/login?redirectUrl=%2F%23%2Fbilling%3Ftab%3D2'
  expect(consumeRedirect(rules, { href, storage })).toBe('https://app.test/#/billing?tab=2')
})

test.each(['https://evil.test/x', '//evil.test', '/\\evil.test', 'https://app.test@evil.test', 'http://app.test'])(
  'a foreign target %s is refused, with a warning',
  (target) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    expect(take(`?redirectUrl=${encodeURIComponent(target)}`)).toBe('https://app.test/home')
    expect(warn).toHaveBeenCalledOnce()
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('neither this site nor one of the allowed origins'))
  },
)

test('a browser that cannot tell beforehand what an address is follows it all the same', () => {
  const { canParse } = URL
  Reflect.deleteProperty(URL, 'canParse')
  try {
    expect(take('?redirectUrl=%2Fbilling')).toBe('https://app.test/billing')
    expect(take('?redirectUrl=http%3A%2F%2F')).toBe('https://app.test/home')
  } finally {
    URL.canParse = canParse
  }
})

test('an allowed origin may be gone to, and so may any without enforcement', () => {
  const target = '?redirectUrl=https%3A%2F%2Fdocs.test%2Fa'
  expect(take(target, { allowedOrigins: ['https://docs.test'] })).toBe('https://docs.test/a')
  expect(take(target, { sameSiteOnly: false })).toBe('https://docs.test/a')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'http://'])('%s is never followed', (target) => {
  const page = new URL('https://app.test/account/login')
  expect(checkRedirect(target, { ...rules, sameSiteOnly: false }, page)).toBeUndefined()
})
