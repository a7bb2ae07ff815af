import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { paid, portal } from '../testing'
import { fakeProvider, openedPage, previewPrices, server } from './testing'

test('a transaction whose overlay did not open can be tried again', async () => {
  server.use(...portal([paid]))
  server.use(
    http.get('*/api/v1/licenses/:id/update-payment-method', () =>
      HttpResponse.json({ customerId: 'ctm_1', transactionId: 'txn_9' }),
    ),
  )
  const { open, emit, history } = await openedPage('/billing/update-payment?fingerprint=f2')
  await waitFor(() => expect(open).toHaveBeenCalledTimes(1))
  await act(async () => emit({ name: 'checkout.error' }))
  await act(async () => history.push('/billing'))
  await screen.findByRole('article')
  await act(async () => history.push('/billing/update-payment?fingerprint=f2'))
  await waitFor(() => expect(open).toHaveBeenCalledTimes(2))
})

test('a transaction that the script has opened from the address is not opened again', async () => {
  server.use(
    http.get('*/api/v1/paddle/transactions/txn_1', () =>
      HttpResponse.json({ transactionId: 'txn_1', status: 'ready' }),
    ),
  )
  const address = window.location.href
  window.history.replaceState(null, '', '/billing/checkout?_ptxn=txn_1')
  try {
    const { open, provider } = await openedPage('/billing/checkout?_ptxn=txn_1')
    expect(await screen.findByText('Opening checkout')).toBeVisible()
    expect(provider.Initialize).toHaveBeenCalledTimes(1)
    expect(open).not.toHaveBeenCalled()
  } finally {
    window.history.replaceState(null, '', address)
  }
})

test('a script that does not load is a warning, and the page says so', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const append = vi.spyOn(document.head, 'append').mockImplementation((script) => {
    queueMicrotask(() => (script as HTMLScriptElement).onerror?.(new Event('error')))
  })
  const { renderPortal: renderFresh } = await import('../testing')
  renderFresh('/billing/edit/f1')
  expect(await screen.findByText('Checkout could not be opened')).toBeVisible()
  expect(warn).toHaveBeenCalledWith("The payment provider's script failed to load")
  expect(append).toHaveBeenCalledTimes(1)
})

test('a script that loads without its global is a warning of its own', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    queueMicrotask(() => (script as HTMLScriptElement).onload?.(new Event('load')))
  })
  const { renderPortal: renderFresh } = await import('../testing')
  renderFresh('/billing/edit/f1')
  expect(await screen.findByText('Checkout could not be opened')).toBeVisible()
  expect(warn).toHaveBeenCalledWith('The payment provider is not available')
})

test('a script that does not start is as one that does not load', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { provider } = fakeProvider()
  provider.Initialize.mockImplementation(() => {
    throw new Error('Unknown setting')
  })
  Reflect.set(window, 'PaddleBillingV1', provider)
  const { renderPortal: renderFresh } = await import('../testing')
  renderFresh('/billing/edit/f1')
  expect(await screen.findByText('Checkout could not be opened')).toBeVisible()
  expect(screen.getByRole('navigation')).toBeVisible()
  expect(warn).toHaveBeenCalled()
})

test('an overlay that fails to open is told, and what was entered stays', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { open } = await openedPage('/billing/edit/f1')
  const seats = await screen.findByRole('textbox', { name: /Seats/ })
  open.mockImplementation(() => {
    throw new Error('Blocked')
  })
  await userEvent.clear(seats)
  await userEvent.type(seats, '7')
  expect(await screen.findByText('$281.00')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Go to checkout' }))
  expect(await screen.findByText(/The payment page could not be loaded/)).toBeVisible()
  expect(seats).toHaveValue('7')
})

test('a transaction whose overlay fails to open leaves a way back', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server.use(...portal([paid]))
  server.use(
    http.get('*/api/v1/licenses/:id/update-payment-method', () =>
      HttpResponse.json({ customerId: 'ctm_1', transactionId: 'txn_9' }),
    ),
  )
  const fake = fakeProvider()
  fake.open.mockImplementation(() => {
    throw new Error('Blocked')
  })
  Reflect.set(window, 'PaddleBillingV1', fake.provider)
  const { renderPortal: renderFresh } = await import('../testing')
  renderFresh('/billing/update-payment?fingerprint=f2')
  expect(await screen.findByText(/The payment page could not be loaded/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to billing' })).toBeVisible()
})

test('a price that does not arrive is told in its place, and what was entered stays', async () => {
  let arrives = true
  await openedPage('/billing/edit/f1', (wanted) =>
    arrives ? previewPrices(wanted) : Promise.reject(new TypeError('Failed to fetch')),
  )
  await screen.findByRole('button', { name: 'Go to checkout' })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  arrives = false
  const seats = screen.getByRole('textbox', { name: /Seats/ })
  await userEvent.clear(seats)
  await userEvent.type(seats, '7')
  expect(await screen.findByText(/The prices could not be loaded/, {}, { timeout: 10_000 })).toBeVisible()
  expect(screen.getByRole('textbox', { name: /Seats/ })).toHaveValue('7')
  expect(warn).toHaveBeenCalled()
  arrives = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('$281.00')).toBeVisible()
  vi.restoreAllMocks()
})
