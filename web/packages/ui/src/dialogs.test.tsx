import { Select } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog'
import { DangerItem, DangerZone } from './danger-zone'
import { FormDialog } from './form-dialog'
import { renderUi } from './testing'

class Refusal extends Error {
  status = 409
}

function confirmDialog(onConfirm = vi.fn(), typeToConfirm?: string) {
  const onClose = vi.fn()
  renderUi(
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={onConfirm}
      title="Delete Acme?"
      verb="Delete Acme"
      typeToConfirm={typeToConfirm}
    >
      All 24 members lose access.
    </ConfirmDialog>,
  )
  return { onClose, onConfirm, verb: () => screen.getByRole('button', { name: 'Delete Acme' }) }
}

test('a confirmed action closes the dialog', async () => {
  const { onClose, onConfirm, verb } = confirmDialog()
  expect(screen.getByRole('dialog', { name: 'Delete Acme?' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
  await userEvent.click(verb())
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
})

test('one that has more to ask first keeps the dialog', async () => {
  const { onClose, onConfirm, verb } = confirmDialog(vi.fn().mockResolvedValueOnce('stay'))
  await userEvent.click(verb())
  await waitFor(() => expect(verb()).toBeEnabled())
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(verb())
  expect(onConfirm).toHaveBeenCalledTimes(2)
  expect(onClose).toHaveBeenCalledOnce()
})

test('the name has to be typed first', async () => {
  const { onConfirm, verb } = confirmDialog(vi.fn(), 'Acme')
  const name = screen.getByLabelText('Type Acme to confirm')
  await userEvent.type(name, 'Acm{Enter}')
  expect(verb()).toBeDisabled()
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.type(name, 'e{Enter}')
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('what is on its way keeps the dialog, so that its refusal is seen', async () => {
  let refuse: (reason: Error) => void = () => undefined
  const answer = new Promise<void>((_, reject) => {
    refuse = reject
  })
  const { onClose, verb } = confirmDialog(vi.fn(() => answer))
  await userEvent.click(verb())
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  refuse(new Refusal('Acme has a subscription'))
  expect(await screen.findByText('Acme has a subscription')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('the danger zone asks for the name, by keyboard too, and gives focus back', async () => {
  const onConfirm = vi.fn()
  renderUi(
    <DangerZone>
      <DangerItem
        title="Delete this account"
        verb="Delete Acme"
        question="Delete Acme?"
        typeToConfirm="Acme"
        onConfirm={onConfirm}
      >
        All 24 members lose access.
      </DangerItem>
    </DangerZone>,
  )
  const opener = screen.getByRole('button', { name: 'Delete Acme' })
  opener.focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Delete Acme?' })).toHaveTextContent('All 24 members lose access.')
  await waitFor(() => expect(screen.getByLabelText('Type Acme to confirm')).toHaveFocus())
  await userEvent.keyboard('acme{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.clear(screen.getByLabelText('Type Acme to confirm'))
  await userEvent.keyboard('Acme{Enter}')
  await waitFor(() => expect(onConfirm).toHaveBeenCalledOnce())
  await waitFor(() => expect(opener).toHaveFocus())
})

/** The answer removes its row. */
function Rows() {
  const [state, setState] = useState<'listed' | 'asking' | 'removed'>('listed')
  return (
    <section aria-label="People">
      {state !== 'removed' && (
        <button type="button" onClick={() => setState('asking')}>
          Remove Grace
        </button>
      )}
      <ConfirmDialog
        opened={state === 'asking'}
        onClose={() => undefined}
        onConfirm={() => setState('removed')}
        title="Remove Grace?"
        verb="Remove"
      >
        She loses access.
      </ConfirmDialog>
    </section>
  )
}

test('where the opener is gone, focus goes to what stood around it', async () => {
  renderUi(<Rows />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Grace' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.getByRole('region', { name: 'People' })).toHaveFocus())
})

/** A dialog like drawers, whose pressed button is removed or disabled. */
function Changing({ how }: { readonly how: 'removed' | 'disabled' }) {
  const [done, setDone] = useState(false)
  return (
    <FormDialog opened onClose={vi.fn()} title="Role" submitLabel="Save" onSubmit={vi.fn()}>
      <input aria-label="Name" />
      <fieldset aria-label="Rules">
        {!(how === 'removed' && done) && (
          <button type="button" disabled={done} onClick={() => setDone(true)}>
            Add rule
          </button>
        )}
      </fieldset>
    </FormDialog>
  )
}

test.each(['removed', 'disabled'] as const)(
  'in a dialog, focus goes to what stood around a button that was %s',
  async (how) => {
    renderUi(<Changing how={how} />)
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
    await userEvent.keyboard('{Tab}{Enter}')
    await waitFor(() => expect(screen.getByRole('group', { name: 'Rules' })).toHaveFocus())
  },
)

test('a refusal is said in the dialog, which stays', async () => {
  const { onClose, verb } = confirmDialog(vi.fn().mockRejectedValue(new Refusal('Acme still owes an invoice')))
  await userEvent.click(verb())
  expect(await screen.findByRole('alert')).toHaveTextContent('Acme still owes an invoice')
  expect(onClose).not.toHaveBeenCalled()
})

test('an error that is not meant for people is not shown to them', async () => {
  const { verb } = confirmDialog(vi.fn().mockRejectedValue(new TypeError('x is undefined')))
  await userEvent.click(verb())
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side')
})

test('entered values are not thrown away unasked', async () => {
  const onClose = vi.fn()
  renderUi(
    <FormDialog opened onClose={onClose} title="Create role" submitLabel="Create role" onSubmit={vi.fn()} dirty>
      content
    </FormDialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('Escape asks before entered values are lost, and the question stays', async () => {
  const onClose = vi.fn()
  renderUi(
    <FormDialog opened onClose={onClose} title="Create role" submitLabel="Create role" onSubmit={vi.fn()} dirty>
      <input aria-label="Name" data-autofocus />
    </FormDialog>,
  )
  await userEvent.type(screen.getByLabelText('Name'), 'Editor{Escape}')
  const question = screen.getByRole('dialog', { name: 'Discard your changes?' })
  expect(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(question).not.toBeInTheDocument())
  expect(screen.getByRole('dialog', { name: 'Create role' })).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['in its first field', <input aria-label="Name" key="1" />, 'Name'],
  ['where a field asks for it', <input aria-label="Reason" key="2" data-autofocus />, 'Reason'],
])('a form begins %s, not at the cross that closes it', async (_, field, name) => {
  renderUi(
    <FormDialog opened onClose={vi.fn()} title="Create role" submitLabel="Create role" onSubmit={vi.fn()}>
      <input type="hidden" />
      {name === 'Reason' && <input aria-label="Name" />}
      {field}
    </FormDialog>,
  )
  await waitFor(() => expect(screen.getByLabelText(name)).toHaveFocus())
})

test('a list to search in opens only when it is used, so that the first Escape is the dialog’s', async () => {
  const onClose = vi.fn()
  renderUi(
    <FormDialog opened onClose={onClose} title="Move" submitLabel="Move" onSubmit={vi.fn()}>
      <Select label="Account" data={['Acme']} searchable />
    </FormDialog>,
  )
  const field = screen.getByRole('combobox', { name: 'Account' })
  await waitFor(() => expect(field).toHaveFocus())
  expect(field).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByRole('option', { name: 'Acme' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('a form is sent once, and says why it was refused', async () => {
  let refuse: (error: Error) => void = () => undefined
  const onSubmit = vi.fn(() => new Promise((_, reject) => (refuse = reject)))
  renderUi(
    <FormDialog opened onClose={vi.fn()} title="Create role" submitLabel="Create role" onSubmit={onSubmit}>
      <input aria-label="Name" />
    </FormDialog>,
  )
  await userEvent.type(screen.getByLabelText('Name'), 'Editor{Enter}{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
  refuse(new Refusal('Already taken'))
  expect(await screen.findByText('Already taken')).toBeVisible()
})
