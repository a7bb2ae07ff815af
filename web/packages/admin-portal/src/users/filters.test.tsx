import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal } from '../testing'
import { asked, EDITOR, row, sent, server, withUsers } from './testing'

const AT = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }

/** Groups g0, g1 and so on. */
const withGroups = (count: number) =>
  server.use(
    http.get('*/identity/resources/groups/v1', () =>
      HttpResponse.json({
        groups: Array.from({ length: count }, (_, index) => ({
          id: `g${index}`,
          name: `Group ${index}`,
          description: '',
          metadata: '',
          managedBy: 'frontegg',
          ...AT,
        })),
      }),
    ),
  )

test('the list is narrowed down by status, role and last sign-in, all in the address', async () => {
  withUsers()
  const { place } = renderPortal('/users?page=3', { server })
  await row('Grace Hopper')
  await userEvent.click(screen.getByRole('button', { name: 'Status' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Pending invitation' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Disabled' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(sent('_status')).toEqual(['pending', 'disabled']))
  expect(asked.at(-1)?.get('_offset')).toBe('0')
  expect(await screen.findByRole('button', { name: 'Status: Pending invitation +1' })).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Role' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Editor' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(sent('_roleIds')).toEqual([EDITOR.id]))
  expect(screen.getByRole('button', { name: 'Role: Editor' })).toHaveFocus()

  const chips = screen.getAllByRole('button', { name: 'Last seen' })
  await userEvent.click(chips.find((chip) => chip.getAttribute('aria-haspopup')) as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Not in the last 90 days' }))
  await waitFor(() => expect(sent('_notSeenForSeconds')).toEqual([String(90 * 86_400)]))
  expect(decodeURIComponent(place())).toBe(`/users?status=pending,disabled&role=${EDITOR.id}&seen=notQuarter`)

  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(place()).toBe('/users'))
  expect(sent('_status')).toEqual([])
})

test.each([
  ['seen=week', { _seenWithinSeconds: '604800' }],
  ['seen=month', { _seenWithinSeconds: '2592000' }],
  ['seen=notMonth', { _notSeenForSeconds: '2592000' }],
  ['seen=never', { _neverSeen: 'true' }],
  ['factor=yes', { _mfaEnrolled: 'true' }],
  ['factor=no', { _mfaEnrolled: 'false' }],
  ['managedBy=scim2', { _managedBy: 'scim2' }],
  ['status=nonsense&seen=always&factor=maybe', {}],
])('an address with %s asks for it', async (search, more) => {
  withUsers()
  renderPortal(`/users?${search}`, { server })
  await row('Grace Hopper')
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    _offset: '0',
    _limit: '20',
    _sortBy: 'name',
    _order: 'DESC',
    _includeSubTenants: 'false',
    ...more,
  })
})

test('of many groups one is found by its name, with the keyboard alone', async () => {
  withUsers()
  withGroups(300)
  const { place } = renderPortal('/users', { server })
  await row('Grace Hopper')
  screen.getByRole('button', { name: 'Group' }).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Group' })
  const find = await within(dialog).findByRole('textbox', { name: 'Search: Group' })
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(100)
  expect(within(dialog).getByText(/^Type to find more/)).toBeVisible()
  await userEvent.type(find, '299')
  await userEvent.keyboard('{ArrowDown} {Escape}')
  await waitFor(() => expect(sent('_groupIds')).toEqual(['g299']))
  expect(place()).toBe('/users?group=g299')
  const chip = await screen.findByRole('button', { name: 'Group: Group 299' })
  await waitFor(() => expect(chip).toHaveFocus())
})

test('groups and roles can be filtered with permission to read them', async () => {
  withUsers()
  withGroups(0)
  renderPortal('/users?group=gone&role=r1', { server, person: readOnly('fe.secure.read.users') })
  await row('Grace Hopper')
  expect(screen.queryByRole('button', { name: 'Role' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Group' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Status' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Clear all' })).toBeVisible()
})

test('a group that is gone is dropped from the address', async () => {
  withUsers()
  withGroups(2)
  const { place, history } = renderPortal('/users?group=g1,gone', { server })
  await waitFor(() => expect(place()).toBe('/users?group=g1'))
  expect(await screen.findByRole('button', { name: 'Group: Group 1' })).toBeVisible()
  expect(history.length).toBe(1)
})

test('typing searches the server and keeps one step to go back', async () => {
  withUsers()
  const { place, history } = renderPortal('/users', { server })
  const steps = history.length
  await userEvent.type(await screen.findByRole('searchbox'), 'hop')
  await waitFor(() => expect(place()).toBe('/users?filter=hop'))
  expect(asked.at(-1)?.get('_filter')).toBe('hop')
  expect(history.length).toBe(steps)
})
