import { createSession } from '@gatehouse/sdk'
import { boot, cannedServer, fakeBrowser, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onlyPassword, readOnly, vendor } from '../testing'
import type { GatehousePortalElement } from './index'
import './index'

const server = cannedServer(...boot(), ...onlyPassword(), vendor())

beforeEach(() =>
  server.use(
    ...signedIn(readOnly()),
    http.get('*/notification', () => HttpResponse.json([])),
  ),
)
afterEach(() => document.body.replaceChildren())

function portal(attributes: string) {
  const product = document.createElement('main')
  product.innerHTML = `<button>Settings</button><gatehouse-portal history="memory" ${attributes}></gatehouse-portal>`
  const element = product.querySelector('gatehouse-portal') as GatehousePortalElement
  element.session = createSession({
    baseUrl: 'http://gatehouse.test',
    environment: fakeBrowser().tab('http://gatehouse.test/'),
  })
  document.body.append(product)
  return { product, element }
}

test('a page without React shows the portal, and takes it away again', async () => {
  const { element } = portal('language="de"')
  expect(await screen.findByRole('heading', { name: 'Profil', level: 1 })).toBeVisible()
  element.setAttribute('language', 'en')
  expect(await screen.findByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  element.remove()
  await waitFor(() => expect(element).toBeEmptyDOMElement())
})

test('told of another server, it asks that one', async () => {
  const element = document.createElement('gatehouse-portal')
  element.toggleAttribute('overlay')
  const asked: string[] = []
  server.use(
    http.post('*/user/token/refresh', ({ request }) => {
      asked.push(new URL(request.url).origin)
      return new HttpResponse(null, { status: 401 })
    }),
  )
  document.body.append(element)
  await waitFor(() => expect(asked).toEqual([window.location.origin]))
  element.setAttribute('base-url', 'http://gatehouse.test')
  await waitFor(() => expect(asked.at(-1)).toBe('http://gatehouse.test'))
  element.remove()
})

test('moved to another place it stays as it is', async () => {
  const { element } = portal('')
  const heading = await screen.findByRole('heading', { name: 'Profile', level: 1 })
  const elsewhere = document.createElement('section')
  document.body.append(elsewhere)
  elsewhere.append(element)
  await Promise.resolve()
  expect(elsewhere).toContainElement(heading)
})

test('over the page it covers everything else until it is closed', async () => {
  const { product, element } = portal('overlay')
  const closed = vi.fn()
  element.addEventListener('close', closed)
  const button = within(product).getByRole('button', { name: 'Settings' })
  button.focus()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()

  element.setAttribute('open', '')
  const overlay = await screen.findByRole('dialog', { name: 'Admin portal' })
  expect(await within(overlay).findByRole('heading', { name: 'Profile', level: 1 })).toBeInTheDocument()
  expect(product).toHaveAttribute('inert')
  await userEvent.click(within(overlay).getByRole('button', { name: 'Close portal' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(product).not.toHaveAttribute('inert')
  expect(closed).toHaveBeenCalledOnce()
  expect(element).not.toHaveAttribute('open')
  expect(button).toHaveFocus()
})

test('opened a second time, its menus and dialogs can be reached as before', async () => {
  const { element } = portal('overlay')
  for (const _ of ['first', 'second']) {
    element.setAttribute('open', '')
    await userEvent.click(await screen.findByRole('button', { name: /^Account of/ }))
    const [item] = await screen.findAllByRole('menuitem')
    // The library keeps one place in the page for all that lies over it, and it is there from the first time on.
    expect(item?.closest('[inert]')).toBeNull()
    element.removeAttribute('open')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Admin portal' })).not.toBeInTheDocument())
  }
})

test('Escape closes it, but not while something in it takes the key', async () => {
  const { element } = portal('overlay')
  const closed = vi.fn()
  element.addEventListener('close', closed)
  element.setAttribute('open', '')
  const name = await screen.findByLabelText('Name')
  await userEvent.click(screen.getByRole('button', { name: /^Account of/ }))
  await screen.findAllByRole('menuitem')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem')).not.toBeInTheDocument())
  expect(closed).not.toHaveBeenCalled()

  await userEvent.type(name, ' the first{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Stay on page' }))
  expect(closed).not.toHaveBeenCalled()
  expect(name).toHaveValue('Ada Lovelace the first')

  await userEvent.clear(name)
  await userEvent.type(name, 'Ada Lovelace{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Admin portal' })).not.toBeInTheDocument())
  expect(closed).toHaveBeenCalledOnce()
})
