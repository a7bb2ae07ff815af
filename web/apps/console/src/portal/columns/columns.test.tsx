import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole, withTables } from '../../testing'

const server = cannedServer(...boot({}))
const TIME = { name: 'createdAt', displayName: 'Time', type: 'Timestamp', showInTable: true }
const ADDRESS = { name: 'ip', displayName: 'IP Address', type: 'IpAddress', showInTable: true }
const OWN = { name: 'region', displayName: 'Region of ours', type: 'AlphaNumeric' }
const withColumns = (...properties: object[]) => ({ portal: { audits: { configuration: {}, properties } } })

test('a column is hidden, and other settings of columns are kept, including concurrent changes', async () => {
  const user = userEvent.setup()
  const tables: Parameters<typeof withTables>[1] = withColumns(TIME, ADDRESS, OWN)
  const asked = withTables(server, tables)
  const { place } = renderConsole('/portal', { server })
  await user.click(await screen.findByRole('tab', { name: 'Audit log' }))
  const card = within(await screen.findByRole('region', { name: 'Audit log columns' }))
  expect(place()).toBe('/portal/audit-log')
  expect(card.getByRole('switch', { name: 'Region of ours' })).toBeChecked()
  await user.click(card.getByRole('switch', { name: 'IP address' }))
  const theirs = { ...TIME, sortable: false }
  tables.portal = withColumns(theirs, ADDRESS, OWN).portal
  await user.click(card.getByRole('button', { name: 'Save changes' }))
  const properties = [theirs, { ...ADDRESS, showInTable: false }, OWN]
  await waitFor(() => expect(asked).toEqual([['portal', { audits: { properties } }, []]]))
})

test('one column at least is shown', async () => {
  const user = userEvent.setup()
  const asked = withTables(server, withColumns(TIME))
  renderConsole('/portal/audit-log', { server })
  const card = within(await screen.findByRole('region', { name: 'Audit log columns' }))
  await user.click(card.getByRole('switch', { name: 'Time' }))
  await user.click(card.getByRole('button', { name: 'Save changes' }))
  expect(await card.findByText('Show at least one column')).toBeVisible()
  expect(asked).toEqual([])
})

test('a read-only role changes nothing', async () => {
  withTables(server, withColumns(TIME))
  renderConsole('/portal/audit-log', { permissions: READ_ONLY, server })
  expect(await screen.findByText('Your role has read-only access.')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Time' })).toBeDisabled()
})
