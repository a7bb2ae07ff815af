import { TextField } from '@gatehouse/ui'
import type { LabeledFieldProps } from '../shared/field'
import { useTypedNumber } from './use-typed-number'

interface NumberFieldProps extends LabeledFieldProps<number> {
  readonly decimals?: number
}

/** A number, a whole one unless it may have `decimals`. What is none is refused by the form. */
export function NumberField({ value, onChange, decimals = 0, ...input }: NumberFieldProps) {
  const typed = useTypedNumber({ value, onChange, decimals })
  return <TextField {...input} {...typed} autoComplete="off" maw={260} />
}
