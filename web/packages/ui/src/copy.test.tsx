import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button'
import { SecretBox } from './secret-box'
import { renderUi } from './testing'

/** The fake clipboard's content. */
let clipboard: string | undefined

/** As in browsers: copies the selection, unless a listener sets other data. */
function copySelection(): boolean {
  const data = new Map([['text/plain', String(window.getSelection())]])
  const event = new Event('copy', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { setData: (type: string, text: string) => data.set(type, text) } })
  document.body.dispatchEvent(event)
  clipboard = data.get('text/plain')
  return true
}

const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true })

beforeEach(() => {
  clipboard = undefined
  // Only pages on HTTPS have it.
  define(navigator, 'clipboard', undefined)
  define(document, 'execCommand', vi.fn(copySelection))
})

afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(document, 'execCommand')
})

const TEXT = 'one\n  two  three'

test('on plain http a text is copied as it is, and focus, selection and page stay as they were', async () => {
  renderUi(
    <>
      <p>Selected before</p>
      <CopyButton value={TEXT} label="Copy key" />
    </>,
  )
  const button = screen.getByRole('button', { name: 'Copy key' })
  button.focus()
  window.getSelection()?.selectAllChildren(screen.getByText('Selected before'))
  const before = document.body.childElementCount
  fireEvent.click(button)
  expect(await screen.findByRole('button', { name: 'Copied' })).toHaveFocus()
  expect(clipboard).toBe(TEXT)
  expect(String(window.getSelection())).toBe('Selected before')
  expect(document.body.childElementCount).toBe(before)
})

test('a clipboard that the browser denies is left for the older way', async () => {
  const writeText = vi.fn(() => Promise.reject(new DOMException('Denied', 'NotAllowedError')))
  define(navigator, 'clipboard', { writeText })
  renderUi(<SecretBox label="Recovery codes" value={['aaaa', 'bbbb']} fileName="codes.txt" onSaved={vi.fn()} />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(writeText).toHaveBeenCalledWith('aaaa\nbbbb')
  expect(clipboard).toBe('aaaa\nbbbb')
})

test.each([
  ['refuses', () => false],
  [
    'throws',
    () => {
      throw new Error('No such command')
    },
  ],
])('where the browser %s, the user is told to copy the text by hand', async (_, command) => {
  define(document, 'execCommand', command)
  renderUi(<SecretBox label="Recovery codes" value={['aaaa', 'bbbb']} fileName="codes.txt" onSaved={vi.fn()} />)
  const before = document.body.childElementCount
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText(/Could not copy/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull()
  expect(document.body.childElementCount).toBe(before)
})
