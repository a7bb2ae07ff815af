import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole, withTables } from '../../testing'
import type { Plan } from '../../wire'

const server = cannedServer(...boot({}))
const AS_SHIPPED = { allow_plan_downgrade: true, allow_plan_cancellation: true }
const TEAM: Plan = {
  id: 'p1',
  vendorId: 'v1',
  key: 'team',
  name: 'Team',
  description: '',
  metadata: {},
  defaultTreatment: 'false',
  assignOnSignup: false,
  licenseTypes: [],
  rules: [],
  featureKeys: [],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

function withBilling(billing: Record<string, unknown>) {
  const tables: Parameters<typeof withTables>[1] = { billing, portal: {} }
  const asked = withTables(server, tables)
  server.use(http.get('*/plans/v1', () => HttpResponse.json({ items: [TEAM], hasNext: false })))
  return { asked, tables }
}

test('what customers may do themselves is switched, and a plan stands where there is no subscription', async () => {
  const user = userEvent.setup()
  const { asked } = withBilling({ ...AS_SHIPPED })
  const { place } = renderConsole('/plans', { server })
  await user.click(await screen.findByRole('tab', { name: 'Subscriptions' }))
  const card = within(await screen.findByRole('region', { name: 'Self-service in the portal' }))
  expect(place()).toBe('/plans/billing')
  await user.click(card.getByRole('switch', { name: 'Allow cancellation' }))
  await user.click(card.getByRole('combobox', { name: 'Plan shown to tenants without a subscription' }))
  await user.click(await screen.findByRole('option', { name: 'Team' }))
  await user.click(card.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText(/^Settings saved/)).toBeVisible()
  expect(asked).toEqual([['billing', { allow_plan_cancellation: false, default_plan: 'team' }, []]])

  await user.click(card.getByRole('combobox', { name: 'Plan shown to tenants without a subscription' }))
  await user.click(await screen.findByRole('option', { name: 'No plan' }))
  await user.click(card.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked.at(-1)).toEqual(['billing', {}, ['default_plan']]))
})

test('a concurrent setting is reported at its field and not undone', async () => {
  const user = userEvent.setup()
  const { asked, tables } = withBilling({ ...AS_SHIPPED })
  renderConsole('/plans/billing', { server })
  const card = within(await screen.findByRole('region', { name: 'Self-service in the portal' }))
  await user.click(card.getByRole('combobox', { name: 'Plan shown to tenants without a subscription' }))
  await user.click(await screen.findByRole('option', { name: 'Team' }))
  tables.billing = { ...AS_SHIPPED, default_plan: 'solo' }
  await user.click(card.getByRole('button', { name: 'Save changes' }))
  expect(await card.findByText(/Another administrator changed this to “solo”/)).toBeVisible()
  expect(asked).toEqual([])
})

test('a read-only role changes nothing', async () => {
  withBilling({ ...AS_SHIPPED, default_plan: 'gone' })
  renderConsole('/plans/billing', { permissions: READ_ONLY, server })
  expect(await screen.findByText('Your role has read-only access.')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Allow cancellation' })).toBeDisabled()
  expect(screen.getByRole('combobox', { name: 'Plan shown to tenants without a subscription' })).toHaveValue(
    'gone (plan not found)',
  )
})

test('without read access to the configuration there is no tab for it', async () => {
  withBilling({})
  renderConsole('/plans', { permissions: ['vendor.read.entitlements'], server })
  expect(await screen.findByRole('row', { name: /Team/ })).toBeVisible()
  expect(screen.queryByRole('tab', { name: 'Subscriptions' })).toBeNull()
})
