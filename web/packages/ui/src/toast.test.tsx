import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderUi } from './testing'
import { toast } from './toast'

vi.mock('./toast-region', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('a toast whose script does not come is shown as it is, and the page around it stays', async () => {
  renderUi(<input aria-label="Name" defaultValue="typed" />)
  toast.error('Could not save')
  expect(await screen.findByRole('status')).toHaveTextContent('Could not save')
  expect(screen.getByLabelText('Name')).toHaveValue('typed')
})
