import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { paid, portal } from '../testing'
import { openedPage, PRICE, server, TEN_OFF } from './testing'

/** The provider of discounts, and what it was asked. */
function discounts() {
  const asked: string[] = []
  server.use(
    http.get('*/api/v1/paddle/discounts', ({ request }) => {
      asked.push(new URL(request.url).search)
      const isKnown = request.url.includes('code=ten')
      return isKnown ? HttpResponse.json(TEN_OFF) : new HttpResponse('This code does not apply', { status: 404 })
    }),
  )
  return asked
}

test('a discount code is looked up when it is applied, bought with, and taken away again', async () => {
  const asked = discounts()
  const { open } = await openedPage('/billing/edit/f1')
  const code = await screen.findByLabelText('Discount code')
  await userEvent.type(code, 'nothing')
  expect(asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('This code is not valid for this price')).toBeVisible()
  await userEvent.clear(code)
  await userEvent.type(code, 'ten')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText(/10% off/)).toBeVisible()
  // A refusal is not asked again by itself.
  expect(asked).toEqual([`?code=nothing&price=${PRICE}`, `?code=ten&price=${PRICE}`])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go to checkout' })).toBeEnabled())
  await userEvent.click(screen.getByRole('button', { name: 'Go to checkout' }))
  expect(open).toHaveBeenCalledWith(expect.objectContaining({ discountId: 'dsc_1' }))

  await userEvent.click(screen.getByRole('button', { name: 'Remove discount TEN' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go to checkout' })).toBeEnabled())
  await userEvent.click(screen.getByRole('button', { name: 'Go to checkout' }))
  expect(open.mock.lastCall?.[0]).not.toHaveProperty('discountId')
})

test('a discount alone is a change', async () => {
  discounts()
  const sent: unknown[] = []
  server.use(...portal([paid]))
  server.use(
    http.patch('*/api/v1/licenses/:id/preview', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ currencyCode: 'USD', maxSeats: 5, priceId: PRICE, quote: 'q1' })
    }),
  )
  await openedPage('/billing/edit/f2')
  await userEvent.type(await screen.findByLabelText('Discount code'), 'ten')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ discountId: 'dsc_1' }))
  // The seats stay as they are, so the button speaks of none.
  expect(await screen.findByRole('button', { name: 'Confirm change' })).toBeVisible()
})
