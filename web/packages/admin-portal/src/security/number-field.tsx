import { fieldProps } from '@gatehouse/ui'
import { NumberInput } from '@mantine/core'
import type { Ref } from 'react'

interface NumberFieldProps {
  readonly label: string
  readonly help?: string
  readonly name: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly onBlur: () => void
  readonly ref: Ref<HTMLInputElement>
  readonly readOnly: boolean
  readonly error: string | undefined
}

/** A whole number; an empty field is no number, which the form refuses. */
export function NumberField({ label, help, error, value, onChange, ...input }: NumberFieldProps) {
  return (
    <NumberInput
      {...fieldProps({ label, help, error })}
      {...input}
      value={Number.isNaN(value) ? '' : value}
      onChange={(next) => onChange(next === '' ? Number.NaN : Number(next))}
      allowDecimal={false}
      allowNegative={false}
      maw={260}
    />
  )
}
