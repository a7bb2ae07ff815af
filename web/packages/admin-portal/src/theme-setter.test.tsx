import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setPortalTheme } from './index'
import { readOnly, renderPortal } from './testing'

const server = cannedServer(...boot())

afterEach(() => void vi.useRealTimers())

const radius = () => getComputedStyle(document.documentElement).getPropertyValue('--mantine-radius-md')

test('a page dresses its portal while it is shown', async () => {
  renderPortal('/profile', { server, person: readOnly() })
  await screen.findByRole('heading', { level: 1, name: 'Profile' })
  const before = radius()
  await setPortalTheme({ radius: 24, accent: 'hsl(210 80% 40%)' })
  await waitFor(() => expect(radius()).not.toBe(before))
})

test('what is said before the portal is there counts once it is', async () => {
  const said = setPortalTheme({ radius: 24 })
  renderPortal('/profile', { server, person: readOnly() })
  await screen.findByRole('heading', { level: 1, name: 'Profile' })
  await expect(said).resolves.toBeUndefined()
})

test('a page whose portal does not come hears of it after four seconds', async () => {
  vi.useFakeTimers()
  const settled = vi.fn()
  const said = setPortalTheme({ radius: 24 })
  said.catch(settled)
  await vi.advanceTimersByTimeAsync(3999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await expect(said).rejects.toThrow('Failed to load Renderer with themeSetter')
})

test('a color that is not accepted is refused before anything changes', async () => {
  await expect(setPortalTheme({ accent: 'rebeccapurple' })).rejects.toThrow('Unsupported color: rebeccapurple')
})
