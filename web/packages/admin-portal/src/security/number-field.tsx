import { TextField } from '@gatehouse/ui'
import type { Ref } from 'react'
import { useTypedNumber } from './use-typed-number'

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
  readonly decimals?: number
}

/** A number, a whole one unless it may have `decimals`. What is none is refused by the form. */
export function NumberField({ value, onChange, decimals = 0, ...input }: NumberFieldProps) {
  const typed = useTypedNumber({ value, onChange, decimals })
  return <TextField {...input} {...typed} autoComplete="off" maw={260} />
}
