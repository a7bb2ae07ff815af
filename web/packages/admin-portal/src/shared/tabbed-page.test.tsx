import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { Outlet } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ADMIN, readOnly, renderRoutes } from '../testing'
import { pageRoute, tableRoute, tabsRoute } from './section-routes'
import { TabbedPage } from './tabbed-page'
import { defineTable } from './table-state'
import type { Tabs } from './tabs'

const server = cannedServer(...boot())

const tab = (path: string, label: string) => ({
  path,
  key: path,
  label: () => label,
  route: (parent: Parameters<Tabs['tabs'][number]['route']>[0]) =>
    pageRoute({ path, page: () => <p>The page of {label}</p>, parent }),
})

const TABS: Tabs = {
  page: 'security',
  tabs: [
    tab('sessions', 'Sessions'),
    { ...tab('ip', 'IP addresses'), permissions: ['fe.secure.read.ipRestrictions'] },
    tab('domains', 'Email domains'),
  ],
}

const renderTabs = (path: string, person = ADMIN) =>
  renderRoutes(
    path,
    (parent) => [
      tabsRoute({
        ...TABS,
        path: 'security',
        parent,
        component: () => <TabbedPage {...TABS} path="security" title="Security" />,
      }),
    ],
    { server, person },
  )

test('the section alone leads to its first tab; each tab has its address and Back leads back', async () => {
  const { place, history } = renderTabs('/security')
  expect(await screen.findByText('The page of Sessions')).toBeVisible()
  expect(place()).toBe('/security/sessions')
  await userEvent.click(screen.getByRole('tab', { name: 'Email domains' }))
  expect(await screen.findByText('The page of Email domains')).toBeVisible()
  expect(place()).toBe('/security/domains')
  expect(screen.getByRole('tabpanel', { name: 'Email domains' })).toBeVisible()
  history.back()
  expect(await screen.findByText('The page of Sessions')).toBeVisible()
})

test('a tab may have the address of the section, also with the details of a row behind it', async () => {
  const tabs: Tabs = {
    page: 'security',
    tabs: [
      {
        path: '/',
        label: () => 'All',
        route: (parent) =>
          tableRoute({
            path: '/',
            parent,
            table: defineTable({}),
            load: () => undefined,
            page: () => (
              <>
                The page of all <Outlet />
              </>
            ),
            details: { page: () => <p>The details of one</p> },
          }),
      },
      tab('gone', 'Gone'),
    ],
  }
  const component = () => <TabbedPage {...tabs} path="security" title="Security" />
  const { place } = renderRoutes(
    '/security/one',
    (parent) => [tabsRoute({ ...tabs, path: 'security', parent, component })],
    { server },
  )
  expect(await screen.findByText('The details of one')).toBeVisible()
  expect(screen.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.click(screen.getByRole('tab', { name: 'Gone' }))
  expect(await screen.findByText('The page of Gone')).toBeVisible()
  expect(place()).toBe('/security/gone')
  await userEvent.click(screen.getByRole('tab', { name: 'All' }))
  expect(await screen.findByText('The page of all')).toBeVisible()
  expect(place()).toBe('/security')
})

test('a tab that is not for this person leads to the one at the address of the section', async () => {
  const all = { ...tab('/', 'All'), key: 'all' }
  const tabs: Tabs = {
    page: 'security',
    tabs: [all, { ...tab('ip', 'IP addresses'), permissions: ['fe.secure.read.ipRestrictions'] }],
  }
  const component = () => <TabbedPage {...tabs} path="security" title="Security" />
  const { place } = renderRoutes(
    '/security/ip',
    (parent) => [tabsRoute({ ...tabs, path: 'security', parent, component })],
    { server, person: readOnly('fe.secure.read.users') },
  )
  expect(await screen.findByText('The page of All')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/security'))
  expect(screen.queryByText('The page of IP addresses')).toBeNull()
})

test('arrows, Home and End move along the tabs, Enter opens one', async () => {
  const { place } = renderTabs('/security/sessions')
  const [sessions, ip, domains] = await screen.findAllByRole('tab')
  sessions?.focus()
  expect(sessions).toHaveAttribute('aria-selected', 'true')
  expect(ip).toHaveAttribute('tabindex', '-1')
  await userEvent.keyboard('{ArrowRight}')
  expect(ip).toHaveFocus()
  expect(place()).toBe('/security/sessions')
  await userEvent.keyboard('{End}')
  expect(domains).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(sessions).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  expect(await screen.findByText('The page of IP addresses')).toBeVisible()
  expect(place()).toBe('/security/ip')
})

test('a tab that is not for this person, or hidden by the vendor, is not there', async () => {
  const fieldsProperties = { sessions: { appearance: 'hidden' } }
  server.use(...boot({ themeV2: { adminPortal: { pages: { security: { fieldsProperties } } } } }))
  const { place } = renderTabs('/security/ip', readOnly('fe.secure.read.users'))
  expect(await screen.findByText('The page of Email domains')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/security/domains'))
  expect(screen.getAllByRole('tab')).toHaveLength(1)
})
