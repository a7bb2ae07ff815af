import { SECTIONS } from '@gatehouse/admin-portal/sections'
import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import { GROUPS, isShown, type Navigation, navigationEntry, type PageName } from './pages'
import { t } from './portal.texts'

const server = cannedServer(...boot({}))
const PATH = '*/vendor/resources/configuration/v1/portal'

function withPages(navigation: Navigation) {
  const asked: unknown[] = []
  const values = { adminBox: { configuration: { navigation }, properties: [] } }
  server.use(
    http.get(PATH, () => HttpResponse.json({ table: 'portal', values })),
    http.patch(PATH, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ table: 'portal', values })
    }),
  )
  return asked
}

test('a hidden page is shown, and the others stay as they are', async () => {
  const user = userEvent.setup()
  const asked = withPages({ subscriptions: { visibility: 'hidden' }, users: { visibility: 'always' } })
  renderConsole('/portal', { server })
  const billing = await screen.findByRole('region', { name: 'Billing' })
  const page = within(billing).getByRole('switch', { name: 'Subscription' })
  expect(page).not.toBeChecked()
  expect(screen.getByRole('switch', { name: 'Users' })).toBeChecked()
  await user.click(page)
  await user.click(within(billing).getByRole('button', { name: 'Save changes' }))
  const navigation = { subscriptions: { visibility: 'byPermissions', featureFlag: '' } }
  await waitFor(() => expect(asked).toEqual([{ values: { adminBox: { configuration: { navigation } } }, remove: [] }]))
  expect(await screen.findByText(/Portal saved/)).toBeVisible()
})

test('concurrent settings of a page are kept', async () => {
  const user = userEvent.setup()
  const asked = withPages({ usage: { visibility: 'hidden', featureFlag: 'metered' } })
  renderConsole('/portal', { server })
  const billing = await screen.findByRole('region', { name: 'Billing' })
  await user.click(within(billing).getByRole('switch', { name: 'Usage' }))
  const theirs = {
    adminBox: { configuration: { navigation: { usage: { visibility: 'hidden', featureFlag: 'theirs' } } } },
  }
  server.use(http.get(PATH, () => HttpResponse.json({ table: 'portal', values: theirs })))
  await user.click(within(billing).getByRole('button', { name: 'Save changes' }))
  const navigation = { usage: { visibility: 'byPermissions', featureFlag: 'theirs' } }
  await waitFor(() => expect(asked).toEqual([{ values: { adminBox: { configuration: { navigation } } }, remove: [] }]))
})

test('a read-only role changes nothing', async () => {
  withPages({})
  renderConsole('/portal', { permissions: READ_ONLY, server })
  expect(await screen.findByText('Your role has read-only access.')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Users' })).toBeDisabled()
})

test('these are the pages of the portal, in its groups, by its names, shown as it shows them', () => {
  const ours = Object.entries(GROUPS).flatMap(([group, pages]) =>
    pages.map((page: PageName) => [group, page, t(`pages.${page}`), isShown({}, page)]),
  )
  const theirs = SECTIONS.map(({ group, key, label, visibility }) => [group, key, label(), visibility === 'always'])
  expect(ours).toEqual(theirs)
})

test('a page that is shown again stays behind its flag', () => {
  const navigation = { usage: { visibility: 'hidden', featureFlag: 'metered' } }
  expect(navigationEntry(navigation, 'usage', true)).toEqual({ visibility: 'byPermissions', featureFlag: 'metered' })
  expect(navigationEntry(navigation, 'usage', false)).toEqual({ visibility: 'hidden' })
})
