import { ApiError } from '@gatehouse/api'
import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { TextField } from '@gatehouse/ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renderRoutes } from '../testing'
import { DialogForm, useDialogForm } from './dialog-form'
import { Field } from './field'
import { pageRoute } from './section-routes'

const server = cannedServer(...boot())

const schema = z.object({
  name: z.string().min(1, 'Enter a name'),
  key: z.string().min(1, 'Enter a key'),
})
type Values = z.infer<typeof schema>

const save = vi.fn<(values: Values, changed: Partial<Values>) => unknown>()

beforeEach(() => void save.mockReset())

function CreateRole({ onClose }: { onClose: () => void }) {
  const dialog = useDialogForm({
    schema,
    start: { name: '', key: '' },
    save,
    refusals: { 'roles.key_*': 'key' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title="Create role" submitLabel="Create role">
      <Field of={dialog} name="name">
        {(input) => <TextField label="Name" data-autofocus {...input} />}
      </Field>
      <Field of={dialog} name="key">
        {(input) => <TextField label="Key" {...input} />}
      </Field>
    </DialogForm>
  )
}

function Page() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        New role
      </button>
      {opened && <CreateRole onClose={() => setOpened(false)} />}
    </>
  )
}

async function openDialog() {
  renderRoutes('/roles', (parent) => [pageRoute({ path: 'roles', page: Page, parent })], { server })
  await userEvent.click(await screen.findByRole('button', { name: 'New role' }))
  return within(await screen.findByRole('dialog', { name: 'Create role' }))
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

test('the first wrong field has the focus, and nothing is sent', async () => {
  const dialog = await openDialog()
  await userEvent.type(dialog.getByLabelText('Key'), '{Enter}')
  expect(await dialog.findByText('Enter a name')).toBeVisible()
  expect(dialog.getByText('Enter a key')).toBeVisible()
  await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveFocus())
  expect(save).not.toHaveBeenCalled()
})

test('of several refused fields the first has the focus', async () => {
  save.mockRejectedValue(new ApiError(400, 'request.invalid', ['name: too long', 'key: too long'], undefined, {}))
  const dialog = await openDialog()
  await userEvent.type(dialog.getByLabelText('Name'), 'Editor')
  await userEvent.type(dialog.getByLabelText('Key'), 'editor{Enter}')
  await waitFor(() => expect(dialog.getByLabelText('Key')).toBeInvalid())
  expect(dialog.getByLabelText('Name')).toBeInvalid()
  expect(dialog.getByLabelText('Name')).toHaveFocus()
})

test('while it runs it is sent once and cannot be closed; then it closes and gives focus back', async () => {
  let done: (value?: unknown) => void = () => undefined
  save.mockReturnValue(new Promise((resolve) => (done = resolve)))
  const dialog = await openDialog()
  await userEvent.type(dialog.getByLabelText('Name'), 'Editor')
  await userEvent.type(dialog.getByLabelText('Key'), 'editor{Enter}{Enter}')
  await waitFor(() => expect(dialog.getByRole('button', { name: /Create role/ })).toBeDisabled())
  await userEvent.keyboard('{Escape}')
  expect(dialog.getByLabelText('Name')).toHaveValue('Editor')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  done()
  await isClosed()
  expect(save).toHaveBeenCalledExactlyOnceWith(
    { name: 'Editor', key: 'editor' },
    { name: 'Editor', key: 'editor' },
    { name: '', key: '' },
  )
  await waitFor(() => expect(screen.getByRole('button', { name: 'New role' })).toHaveFocus())
})

test('a refusal stands at the field that its code belongs to, or above the buttons', async () => {
  save.mockRejectedValueOnce(new ApiError(409, 'roles.key_taken', ['This key is taken']))
  const dialog = await openDialog()
  await userEvent.type(dialog.getByLabelText('Name'), 'Editor')
  await userEvent.type(dialog.getByLabelText('Key'), 'editor{Enter}')
  expect(await dialog.findByText('This key is taken')).toBeVisible()
  expect(dialog.getByLabelText('Key')).toBeInvalid()
  await waitFor(() => expect(dialog.getByLabelText('Key')).toHaveFocus())
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()

  save.mockRejectedValueOnce(new ApiError(400, 'invalid', ['name: Use letters', 'Roles are full']))
  await userEvent.keyboard('{Enter}')
  expect(await dialog.findByText('Use letters')).toBeVisible()
  expect(dialog.getByLabelText('Name')).toBeInvalid()
  expect(dialog.getByRole('alert')).toHaveTextContent('Roles are full')
  expect(dialog.getByRole('alert')).not.toHaveTextContent('Use letters')
})

test('what was typed is not thrown away unasked, and what was not typed is', async () => {
  const dialog = await openDialog()
  await userEvent.type(dialog.getByLabelText('Name'), 'E{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(dialog.getByLabelText('Name')).toHaveValue('E')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await isClosed()

  await userEvent.click(screen.getByRole('button', { name: 'New role' }))
  expect(await screen.findByLabelText('Name')).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await isClosed()
})

test('what is refused of an entry of a list stands at its field, without a word of a programming language', async () => {
  save.mockRejectedValueOnce(
    new ApiError(400, 'ER-1', ['key.1: must not be so', "0.name: String should match pattern '^[^\\x00]*$'"]),
  )
  const dialog = await openDialog()
  await userEvent.type(dialog.getByLabelText('Name'), 'Analyst')
  await userEvent.type(dialog.getByLabelText('Key'), 'analyst{Enter}')
  expect(await dialog.findByText('This value is not allowed')).toBeVisible()
  expect(dialog.getByLabelText('Name')).toBeInvalid()
  expect(dialog.getByLabelText('Name')).toHaveFocus()
  expect(dialog.getByText('must not be so')).toBeVisible()
  expect(dialog.queryByText(/pattern/)).toBeNull()
})
