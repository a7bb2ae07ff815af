import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderUi } from '../testing'
import { AsyncSelectChip } from './async-select-chip'
import type { AsyncSelectFilter, Option } from './filters'

const GROUPS: Option[] = [
  { value: '1', label: 'Accounting' },
  { value: '2', label: 'Support' },
]

let answer: (options: Option[]) => void

function useAsked(wanted: boolean): Option[] | undefined {
  const [options, setOptions] = useState<Option[]>()
  answer = setOptions
  return wanted ? options : undefined
}

const filter: AsyncSelectFilter = { kind: 'asyncSelect', label: () => 'Group', useOptions: useAsked }

function Page() {
  const [value, setValue] = useState<readonly string[]>([])
  return <AsyncSelectChip filter={filter} value={value} onChange={(next) => setValue(next ?? [])} />
}

async function openByKeyboard() {
  renderUi(<Page />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByText('Loading')).toHaveFocus())
}

test('keyboard users get focus in the options once they are loaded', async () => {
  await openByKeyboard()
  act(() => answer(GROUPS))
  expect(await screen.findByRole('checkbox', { name: 'Accounting' })).toHaveFocus()
  await userEvent.keyboard(' {Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Group: Accounting' })).toHaveFocus())
})

test('and gets away while they are not', async () => {
  await openByKeyboard()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Group' })).toHaveFocus())
})
