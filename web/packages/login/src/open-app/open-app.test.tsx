import { cannedServer, notSignedIn } from '@gatehouse/sdk/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openLogin, vendor } from '../testing'

cannedServer(...notSignedIn(), ...vendor())
const at = (target: string, props = {}) =>
  openLogin(`/account/redirect?redirectUrl=${encodeURIComponent(target)}`, props)

test('a click leads into the app, and opening the page does not', async () => {
  const { browser } = at('com.example.app://login?code=c0de')
  expect(await screen.findByText(/will ask to open com.example.app:\/\/login\.$/)).toBeVisible()
  expect(browser.visited).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Open the app' }))
  expect(browser.visited).toEqual(['com.example.app://login?code=c0de'])
})

test('a page of this site will do, too', async () => {
  const { browser } = at('/docs')
  await userEvent.click(await screen.findByRole('button', { name: 'Open the app' }))
  expect(browser.visited).toEqual(['http://gatehouse.test/docs'])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'https://evil.test', 'file:///etc/passwd', 'blob:x', ''])(
  '%s leads nowhere',
  async (target) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    at(target)
    expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Open the app' })).not.toBeInTheDocument()
  },
)

test('the link of an app leads into it, when the device has not opened it by itself', async () => {
  const { browser } = openLogin('/account/redirect/android/com.Example.app?code=c0de&state=s')
  await userEvent.click(await screen.findByRole('button', { name: 'Open the app' }))
  expect(browser.visited).toEqual(['com.example.app://gatehouse.test/android/oauth/callback?code=c0de&state=s'])
})

test.each(['android/javascript', 'ios/https', 'windows/com.example.app', 'ios/1app'])(
  'the link %s leads nowhere',
  async (link) => {
    openLogin(`/account/redirect/${link}?code=c0de`)
    expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  },
)

test('in German', async () => {
  at('com.example.app://login', { language: 'de' })
  expect(await screen.findByRole('button', { name: 'App öffnen' })).toBeVisible()
})
