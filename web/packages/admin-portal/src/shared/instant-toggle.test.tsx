import { ApiError } from '@gatehouse/api'
import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderRoutes } from '../testing'
import { defineAction } from './action'
import { InstantToggle } from './instant-toggle'
import { pageRoute } from './section-routes'

const server = cannedServer(...boot())

let stored: boolean
let answer: () => Promise<void>

beforeEach(() => {
  stored = false
  answer = () => Promise.resolve()
})

const restrict = defineAction({
  async call(_, isActive: boolean) {
    await answer()
    stored = isActive
  },
  invalidates: [['restriction']],
})

function Page() {
  const { data } = useQuery({ queryKey: ['restriction'], queryFn: () => ({ isActive: stored }) })
  if (!data) return null
  return (
    <InstantToggle
      label="Restrict addresses"
      checked={data.isActive}
      action={restrict}
      done={(isActive) => (isActive ? 'Addresses are restricted' : 'Addresses are free')}
    />
  )
}

async function renderToggle() {
  renderRoutes('/ip', (parent) => [pageRoute({ path: 'ip', page: Page, parent })], { server })
  return screen.findByRole('switch', { name: 'Restrict addresses' })
}

test('it shows at once, is told once it is saved, and can be undone', async () => {
  let saved: () => void = () => undefined
  answer = () => new Promise((resolve) => (saved = resolve))
  const toggle = await renderToggle()
  toggle.focus()
  await userEvent.keyboard(' ')
  expect(toggle).toBeChecked()
  expect(stored).toBe(false)
  saved()
  expect(await screen.findByText('Addresses are restricted')).toBeVisible()
  expect(stored).toBe(true)
  expect(toggle).toBeChecked()

  answer = () => Promise.resolve()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Change undone')).toBeVisible()
  expect(toggle).not.toBeChecked()
  expect(stored).toBe(false)
})

test('refused, it goes back and says why', async () => {
  answer = () => Promise.reject(new ApiError(409, 'ip.locked_out', ['Your own address is not on the list']))
  const toggle = await renderToggle()
  await userEvent.click(toggle)
  expect(
    await screen.findByText('Restrict addresses could not be changed: Your own address is not on the list'),
  ).toBeVisible()
  await waitFor(() => expect(toggle).not.toBeChecked())
})
