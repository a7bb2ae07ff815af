import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { PasswordField } from './password-field'
import { SaveBar } from './save-bar'
import { SecretBox } from './secret-box'
import { renderUi } from './testing'
import { TextField } from './text-field'

function SignUp() {
  const form = useForm({ defaultValues: { name: '' } })
  return (
    <form onSubmit={(event) => void form.handleSubmit(() => undefined)(event)} noValidate>
      <TextField
        label="Name"
        help="As colleagues know you."
        error={form.formState.errors.name?.message}
        {...form.register('name', { required: 'Enter your name' })}
      />
      <button type="submit">Save</button>
    </form>
  )
}

test('an error takes the place of the help and is tied to its field', async () => {
  renderUi(<SignUp />)
  const name = screen.getByLabelText('Name')
  expect(name).toHaveAccessibleDescription('As colleagues know you.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter your name')).toBeVisible()
  expect(screen.queryByText('As colleagues know you.')).toBeNull()
  expect(name).toBeInvalid()
  expect(name).toHaveAccessibleDescription('Enter your name')
  await waitFor(() => expect(name).toHaveFocus())
})

test('a password can be shown by keyboard', async () => {
  renderUi(<PasswordField label="Password" autoComplete="new-password" meter={<div>Strong</div>} />)
  const field = screen.getByLabelText('Password')
  expect(field).toHaveAttribute('type', 'password')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(field).toHaveAttribute('type', 'text')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Hide password' })).toHaveFocus())
  expect(screen.getByText('Strong')).toBeVisible()
})

test('the save bar is there only while something is unsaved', async () => {
  const onSave = vi.fn()
  const { rerender } = renderUi(<SaveBar dirty={false} onDiscard={vi.fn()} onSave={onSave} />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<SaveBar dirty onDiscard={vi.fn()} onSave={onSave} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(onSave).toHaveBeenCalledOnce()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
})

test('a secret is copied whole, and leaves only when the person says so', async () => {
  const onSaved = vi.fn()
  const user = userEvent.setup()
  renderUi(<SecretBox label="Recovery codes" value={['aaaa', 'bbbb']} fileName="codes.txt" onSaved={onSaved} />)
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe('aaaa\nbbbb')
  expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(onSaved).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'I have saved it' }))
  expect(onSaved).toHaveBeenCalledOnce()
})

test('Caps Lock is said while a password is typed, not before and not after', async () => {
  renderUi(<PasswordField label="Password" autoComplete="current-password" />)
  const user = userEvent.setup()
  const field = screen.getByLabelText('Password')
  await user.type(field, 'a')
  expect(screen.queryByText('Caps Lock is on')).toBeNull()
  await user.keyboard('{CapsLock}B')
  expect(screen.getByText('Caps Lock is on')).toBeVisible()
  await user.tab()
  await user.click(document.body)
  expect(screen.queryByText('Caps Lock is on')).toBeNull()
})
