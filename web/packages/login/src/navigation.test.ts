import { afterEach, expect, test } from 'vitest'
import { browserNavigation, hashNavigation } from './navigation'

afterEach(() => history.replaceState(null, '', '/'))

test('paths are in the address as they are', () => {
  const navigation = browserNavigation()
  navigation.go('/account/login?tenantId=7', { step: 'preLogin' })
  expect(location.href).toMatch(/\/account\/login\?tenantId=7$/)
  expect(navigation.getPlace()).toMatchObject({ path: '/account/login', search: '?tenantId=7', step: 'preLogin' })
  expect(navigation.hrefOf?.('/account/sign-up')).toBe('/account/sign-up')
})

test('or stand behind a hash, with their query', () => {
  history.replaceState(null, '', '/app?lang=de#/account/login?tenantId=7')
  const navigation = hashNavigation()
  expect(navigation.getPlace()).toMatchObject({ path: '/account/login', search: '?tenantId=7' })
  navigation.go('/account/sign-up?redirectUrl=%2Fdocs', { email: 'ada@acme.test' })
  expect(location.href).toMatch(/\/app\?lang=de#\/account\/sign-up\?redirectUrl=%2Fdocs$/)
  expect(navigation.getPlace()).toMatchObject({ path: '/account/sign-up', email: 'ada@acme.test' })
  expect(navigation.hrefOf?.('/account/login')).toBe('#/account/login')
})

test("a product's own router moves, too, before these pages are there", () => {
  const navigation = browserNavigation()
  history.pushState({ key: 'abc' }, '', '/account/sign-up?tenantId=7')
  expect(navigation.getPlace()).toMatchObject({ path: '/account/sign-up', search: '?tenantId=7' })
  expect(navigation.getPlace()).toBe(navigation.getPlace())
})
