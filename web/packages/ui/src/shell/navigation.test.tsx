import { IconHome } from '@tabler/icons-react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '../testing'
import { Navigation } from './navigation'

test('the entry of the page that is shown is brought into sight, and leaving is quiet', () => {
  // The browser's own returns a promise, which is not a valid cleanup.
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  scroll.mockImplementation((() => Promise.resolve()) as () => void)
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const entries = [{ to: '/one', icon: IconHome, label: 'One' }]
  const { unmount } = renderUi(
    <Navigation
      label="Places"
      groups={[{ entries }]}
      link={({ to }) => (
        <a href={to} aria-current="page">
          One
        </a>
      )}
    />,
  )
  expect(scroll).toHaveBeenCalledWith({ block: 'nearest' })
  unmount()
  expect(complained).not.toHaveBeenCalled()
})
