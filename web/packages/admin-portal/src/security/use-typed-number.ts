import { i18n } from '@gatehouse/ui'
import { useState } from 'react'

/** What stands there is no number. An empty field is `NaN`, which some forms take for none. */
export const UNREADABLE = Number.POSITIVE_INFINITY

interface TypedNumber {
  readonly value: number
  readonly onChange: (value: number) => void
  /** How many digits there may be behind the comma. */
  readonly decimals?: number
  /** What one of it is in `value`: 3,600 where hours are typed and seconds are kept. */
  readonly unit?: number
}

/**
 * For a field of text that holds a number. What was typed stays, and is read whole or not at all: a field that drops
 * what it does not know makes 15 of "1.5" and 13 of "1e3", which goes unnoticed before it is saved.
 */
export function useTypedNumber({ value, onChange, decimals = 0, unit = 1 }: TypedNumber) {
  const [typed, setTyped] = useState('')
  const read = (text: string) => {
    const count = readNumber(text, decimals)
    return Number.isFinite(count) ? Math.round(count * unit * 1e6) / 1e6 : count
  }
  return {
    value: Object.is(read(typed), value) ? typed : formatNumber(value / unit, decimals),
    inputMode: decimals > 0 ? 'decimal' : 'numeric',
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      setTyped(currentTarget.value)
      onChange(read(currentTarget.value))
    },
  } as const
}

function readNumber(text: string, decimals: number): number {
  const [all, whole = '', , part = ''] = /^\s*(\d{1,12})([.,](\d+))?\s*$/.exec(text) ?? []
  if (all === undefined) return text.trim() === '' ? Number.NaN : UNREADABLE
  return part.length > decimals ? UNREADABLE : Number(`${whole}.${part || 0}`)
}

const formatNumber = (value: number, decimals: number) =>
  Number.isFinite(value)
    ? value.toLocaleString(i18n.language, { useGrouping: false, maximumFractionDigits: decimals })
    : ''
