import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SecretBox } from './secret-box'
import { renderUi } from './testing'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a file that is saved stays readable until the browser has had time to read it, and is then released', () => {
  vi.useFakeTimers()
  const readable = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    readable.set('blob:codes', file as Blob)
    return 'blob:codes'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void readable.delete(url))
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.href} ${this.download}`)
  })
  renderUi(<SecretBox label="Recovery codes" value={['aaaa', 'bbbb']} fileName="codes.txt" onSaved={vi.fn()} />)
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  expect(clicked).toEqual(['blob:codes codes.txt'])
  vi.advanceTimersByTime(10_000)
  expect(readable.get('blob:codes')).toHaveProperty('size', 'aaaa\nbbbb\n'.length)
  vi.advanceTimersByTime(600_000)
  expect(readable.size).toBe(0)
})
