import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { useSecretDialog } from './secret-dialog'
import { answerLeaveQuestion, confirmLeave } from './shell/unsaved'
import { renderUi } from './testing'

function Page() {
  const { show, dialog } = useSecretDialog()
  return (
    <>
      <button
        type="button"
        onClick={() =>
          show({
            title: 'Keep your API token',
            label: 'Secret',
            value: 's3cret',
            known: [{ label: 'Client ID', value: 'client-1' }],
            fileName: 'token.txt',
          })
        }
      >
        Create token
      </button>
      {dialog}
    </>
  )
}

test('a secret is shown once, copied, and closed by the person’s word alone', async () => {
  const user = userEvent.setup()
  renderUi(<Page />)
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  expect(await screen.findByRole('dialog', { name: 'Keep your API token' })).toBeVisible()
  expect(screen.getByText('client-1')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe('s3cret')
  await user.click(screen.getByRole('button', { name: 'Copy Client ID' }))
  expect(await navigator.clipboard.readText()).toBe('client-1')

  await user.keyboard('{Escape}')
  const saved = screen.getByRole('button', { name: 'I have saved it' })
  expect(saved).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)

  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByText('s3cret')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create token' })).toHaveFocus())
})

afterEach(() => void vi.useRealTimers())

const isKeptOpen = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('from the answer until the user says that it is saved, every way off the page asks first', async () => {
  vi.useFakeTimers()
  renderUi(<Page />)
  expect(isKeptOpen()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Create token' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(isKeptOpen()).toBe(true)
  const leaves = confirmLeave()
  answerLeaveQuestion(false)
  expect(await leaves).toBe(false)

  act(() => void vi.advanceTimersByTime(200))
  expect(isKeptOpen()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
  expect(isKeptOpen()).toBe(false)
})

test('a second secret is shown after the first one has been saved', () => {
  vi.useFakeTimers()
  renderUi(<Page />)
  for (let times = 0; times < 2; times++) {
    fireEvent.click(screen.getByRole('button', { name: 'Create token' }))
    expect(screen.queryByText('s3cret')).toBeNull()
    act(() => void vi.advanceTimersByTime(200))
    fireEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
    act(() => void vi.advanceTimersByTime(1000))
  }
  expect(screen.queryByText('s3cret')).toBeNull()
})

test('the form before it has 200 ms to leave', () => {
  vi.useFakeTimers()
  renderUi(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'Create token' }))
  act(() => void vi.advanceTimersByTime(199))
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('dialog', { name: 'Keep your API token' })).toBeInTheDocument()
})
