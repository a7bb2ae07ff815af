import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import { checkContrast } from './contrast'

const server = cannedServer(...boot({}))
const PATH = '*/vendor/resources/configuration/v1/brand'

function withBrand(values: object) {
  const asked: unknown[] = []
  server.use(
    http.get(PATH, () => HttpResponse.json({ table: 'brand', values })),
    http.patch(PATH, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ table: 'brand', values })
    }),
  )
  return asked
}

test('the color is checked and shown before it is saved', async () => {
  const user = userEvent.setup()
  const asked = withBrand({ name: 'Acme', white_label: true, accent_color: '#2b50c8' })
  renderConsole('/brand', { server })
  const color = await screen.findByLabelText(/^Accent color/)
  expect(screen.getByText(/White text is readable on this color/)).toBeVisible()
  await user.clear(color)
  await user.type(color, '#ffe14a')
  expect(await screen.findByText(/White text is hard to read on this color/)).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'Preview' })).getAllByText('Sign in to Acme')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([{ values: { accent_color: '#ffe14a' }, remove: [] }]))
})

test('the contrast is a number of the language', async () => {
  withBrand({ name: 'Acme', white_label: true, accent_color: '#2b50c8' })
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE'])
  renderConsole('/brand', { server })
  expect(await screen.findByText(/6,8 zu 1/)).toBeVisible()
})

test('what is emptied has its default again', async () => {
  const user = userEvent.setup()
  const asked = withBrand({ name: 'Acme', white_label: true, logo_url: 'https://acme.test/logo.svg' })
  renderConsole('/brand', { server })
  await user.clear(await screen.findByLabelText(/Logo URL/))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([{ values: {}, remove: ['logo_url'] }]))
})

test('a read-only role changes nothing', async () => {
  withBrand({ name: 'Acme', white_label: true })
  renderConsole('/brand', { permissions: READ_ONLY, server })
  expect(await screen.findByText('Your role has read-only access.')).toBeVisible()
  expect(screen.getByLabelText('Product name')).toHaveAttribute('readonly')
})

test.each([
  ['#2b50c8', 'kept'],
  ['#ffe14a', 'dark'],
  ['#3fa9f5', 'darkened'],
] as const)('%s is %s', (accent, verdict) => {
  expect(checkContrast(accent).verdict).toBe(verdict)
})
