import type { ReactNode } from 'react'
import classes from './field.module.css'
import { useT } from './texts'

export interface FieldExtras {
  label: ReactNode
  /** Shown under the field, unless there is an error. */
  help?: ReactNode
  error?: ReactNode
  /** Marks optional fields; all others are required. */
  optional?: boolean
}

/**
 * Returns the label, help and error props of any Mantine input: `<Select {...fieldProps({ label, help, error })} />`.
 */
export function fieldProps({ label, help, error, optional }: FieldExtras) {
  return {
    label: optional ? <OptionalLabel label={label} /> : label,
    description: error ? undefined : help,
    error,
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
  }
}

function OptionalLabel({ label }: { label: ReactNode }) {
  const t = useT()
  return (
    <>
      {label} <span className={classes.optional}>({t('optional')})</span>
    </>
  )
}
