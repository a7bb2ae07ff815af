import { cannedServer, notSignedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openLogin, vendor } from '../testing'

cannedServer(...notSignedIn(), ...vendor())

test('every card is shown with sample data and makes no requests', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { browser } = openLogin('/account/login?preview=1')
  const step = await screen.findByRole('combobox', { name: 'Step' })
  const names = Array.from(step.querySelectorAll('option'), ({ value }) => value)
  expect(names).toEqual(expect.arrayContaining(['preLogin', 'recoveryCode', 'SignUp', 'forgotPassword', 'resend']))
  for (const name of names) {
    await userEvent.selectOptions(step, name)
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeVisible())
  }
  expect(step).toHaveFocus()
  expect(document.title).toBe('')
  expect(browser.visited).toEqual([])
})

test('name, color and brightness change at once', async () => {
  openLogin('/account/login?preview=1')
  const product = await screen.findByLabelText('Product name')
  await userEvent.clear(product)
  await userEvent.type(product, 'Tidewater')
  expect(screen.getByRole('heading', { name: 'Sign in to Tidewater' })).toBeVisible()
  expect(product).toHaveFocus()
  await userEvent.click(screen.getByLabelText('Dark'))
  expect(document.documentElement.dataset.mantineColorScheme).toBe('dark')
})

test('in German', async () => {
  openLogin('/account/login?preview=1', { language: 'de' })
  expect(await screen.findByRole('combobox', { name: 'Schritt' })).toBeVisible()
})
