import { i18n } from '@gatehouse/ui'
import { renderUi } from '@gatehouse/ui/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { NumberField } from './number-field'
import { UNREADABLE } from './use-typed-number'

let kept = 0

function Form({ start, decimals = 0 }: { readonly start: number; readonly decimals?: number }) {
  const [value, setValue] = useState(start)
  kept = value
  return (
    <>
      <NumberField
        label="Seats"
        name="seats"
        value={value}
        onChange={setValue}
        decimals={decimals}
        onBlur={() => {}}
        ref={null}
        readOnly={false}
        error={undefined}
      />
      <button type="button" onClick={() => setValue(start)}>
        Discard
      </button>
    </>
  )
}

const field = () => screen.getByLabelText('Seats')

async function type(text: string) {
  await userEvent.clear(field())
  await userEvent.type(field(), text)
}

afterEach(async () => {
  await i18n.changeLanguage('en')
})

test.each([
  ['12', 12],
  [' 12 ', 12],
  ['0', 0],
  ['1.5', UNREADABLE],
  ['1,5', UNREADABLE],
  ['1.000', UNREADABLE],
  ['1e3', UNREADABLE],
  ['-5', UNREADABLE],
  ['twelve', UNREADABLE],
  ['9999999999999', UNREADABLE],
])('of “%s” stays what was typed, and %d is kept', async (text, value) => {
  renderUi(<Form start={5} />)
  await type(text)
  expect(field()).toHaveValue(text)
  expect(kept).toBe(value)
})

test('an empty field is no number', async () => {
  renderUi(<Form start={5} />)
  await userEvent.clear(field())
  expect(field()).toHaveValue('')
  expect(kept).toBeNaN()
})

test('what was typed goes when it is discarded', async () => {
  renderUi(<Form start={5} />)
  await type('1.5')
  await userEvent.click(screen.getByText('Discard'))
  expect(field()).toHaveValue('5')
})

test('parts are read with a comma or a point, and written as the language does', async () => {
  await i18n.changeLanguage('de')
  renderUi(<Form start={0.5} decimals={2} />)
  expect(field()).toHaveValue('0,5')
  await type('0.75')
  expect(kept).toBe(0.75)
  await type('0,25')
  expect(kept).toBe(0.25)
  await type('0,255')
  expect(kept).toBe(UNREADABLE)
})
