import { Menu } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createContext, type ReactNode, use, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderUi } from '../testing'
import { AccountMenu } from './account-menu'
import { AppShell } from './app-shell'
import { HeaderLink } from './header'
import type { NavigationLink } from './navigation'
import { useUnsaved } from './unsaved'

// As the server writes it into the page.
const brand = document.createElement('script')
brand.type = 'application/json'
brand.id = 'gatehouse-brand'
brand.textContent = JSON.stringify({ name: 'Northwind' })
document.head.append(brand)

const PLACES = [
  { to: '/one', icon: IconHome, label: 'One' },
  { to: '/two', icon: IconHome, label: 'Two' },
]

const GoTo = createContext<(page: string) => void>(() => undefined)

const Place: NavigationLink = ({ to, children, onClick }) => {
  const goTo = use(GoTo)
  return (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault()
        goTo(to)
        onClick?.()
      }}
    >
      {children}
    </a>
  )
}

function Portal({ children }: { readonly children?: ReactNode }) {
  const [page, goTo] = useState('/one')
  return (
    <GoTo value={goTo}>
      <AppShell
        navigation={{ label: 'Places', groups: [{ entries: PLACES }], link: Place }}
        page={page}
        links={<HeaderLink href="/docs">Docs</HeaderLink>}
        menus="Menus"
      >
        <h1>{page}</h1>
        {children}
      </AppShell>
    </GoTo>
  )
}

/** jsdom has no layout, so the media query reports a narrow window. */
function narrow() {
  const { matchMedia } = window
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: query === '(max-width: 1024px)' }))
}

test('the first page of a visit leaves focus where it is', () => {
  renderUi(<input aria-label="Elsewhere" />)
  act(() => screen.getByLabelText('Elsewhere').focus())
  renderUi(<Portal />)
  expect(screen.getByRole('main')).not.toHaveFocus()
})

test('on a narrow screen the navigation is a dialog, and Escape gives focus back to its button', async () => {
  narrow()
  renderUi(<Portal />)
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Open navigation' }))
  const sheet = await screen.findByRole('dialog')
  expect(within(sheet).getByRole('navigation', { name: 'Places' })).toBeVisible()
  expect(within(sheet).getByText('Northwind')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Docs' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open navigation' })).toHaveFocus())
  expect(screen.getByRole('link', { name: 'Docs' })).toBeVisible()
})

test('going somewhere closes the sheet and starts reading at the page', async () => {
  narrow()
  renderUi(<Portal />)
  await userEvent.click(screen.getByRole('button', { name: 'Open navigation' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Two' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

test('on a wide screen the navigation stands at the side until it is closed', async () => {
  renderUi(<Portal />)
  expect(screen.getByRole('navigation', { name: 'Places' })).toBeVisible()
  const toggle = screen.getByRole('button', { name: 'Close navigation' })
  expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await userEvent.click(toggle)
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Docs' })).toBeVisible()
})

function Vanishing({ how }: { readonly how: 'removed' | 'disabled' }) {
  const [done, setDone] = useState(false)
  const button = (
    <button type="button" disabled={done} onClick={() => setDone(true)}>
      Save
    </button>
  )
  return <section aria-label="Card">{how === 'removed' && done ? null : button}</section>
}

test.each(['removed', 'disabled'] as const)('focus goes to what stood around a button that was %s', async (how) => {
  renderUi(
    <Portal>
      <Vanishing how={how} />
    </Portal>,
  )
  act(() => screen.getByRole('button', { name: 'Save' }).focus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Card' })).toHaveFocus())
})

test('a button that had the focus and is clicked leaves it to what stood around', async () => {
  renderUi(
    <Portal>
      <Vanishing how="removed" />
    </Portal>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  act(() => button.focus())
  await userEvent.click(button)
  await waitFor(() => expect(screen.getByRole('region', { name: 'Card' })).toHaveFocus())
})

test('clicking away from a button that is then removed keeps the focus there', async () => {
  renderUi(
    <Portal>
      <Vanishing how="removed" />
    </Portal>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  act(() => button.focus())
  await userEvent.click(document.body)
  fireEvent.click(button)
  await new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(document.body).toHaveFocus()
})

test('without a network what is shown is marked as old', async () => {
  renderUi(<Portal />)
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument()
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(
    await screen.findByText(/You are offline\. This page shows data from \d.* or earlier\. Missing data loads/),
  ).toBeVisible()
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument())
})

function Typed() {
  useUnsaved(true)
  return null
}

interface AccountProps {
  readonly onSwitch?: (tenantId: string) => Promise<unknown>
  readonly onLogOut?: () => unknown
}

const ACME = { tenantId: 't1', name: 'Acme' }
const GLOBEX = { tenantId: 't2', name: 'Globex' }

function Account({ onSwitch = vi.fn(), onLogOut = vi.fn() }: AccountProps) {
  const organizations = { all: [ACME, GLOBEX], active: ACME, switchingTo: null, onSwitch }
  const menu = (
    <AccountMenu
      person={{ name: 'Ada', email: 'ada@acme.test' }}
      organizations={organizations}
      logOutLabel="Log out"
      onLogOut={onLogOut}
    >
      <Menu.Item>Own item</Menu.Item>
    </AccountMenu>
  )
  return (
    <AppShell menus={menu}>
      <Typed />
    </AppShell>
  )
}

const openAccount = async () => userEvent.click(await screen.findByRole('button', { name: /Account of Ada/ }))

test('logging out asks about unsaved work first', async () => {
  const onLogOut = vi.fn()
  renderUi(<Account onLogOut={onLogOut} />)
  await openAccount()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay on page' }))
  expect(onLogOut).not.toHaveBeenCalled()
  await openAccount()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave page' }))
  await waitFor(() => expect(onLogOut).toHaveBeenCalledOnce())
})

test('a switch that is refused leaves the work as unsaved as before', async () => {
  const onSwitch = vi.fn().mockRejectedValue(new Error('Not a member'))
  renderUi(<Account onSwitch={onSwitch} />)
  for (const times of [1, 2]) {
    await openAccount()
    await userEvent.click(await screen.findByRole('menuitem', { name: /Globex/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Leave page' }))
    await waitFor(() => expect(onSwitch).toHaveBeenCalledTimes(times))
  }
})

test('closing the window asks while there is unsaved work', () => {
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { unmount } = renderUi(<Typed />)
  expect(leaves()).toBe(false)
  unmount()
  expect(leaves()).toBe(true)
})
