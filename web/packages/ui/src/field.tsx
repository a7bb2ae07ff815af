import type { ReactNode } from 'react'
import classes from './field.module.css'
import { useT } from './texts'

export interface FieldExtras {
  label: ReactNode
  /** Under the field, until there is an error to show instead. */
  help?: ReactNode
  error?: ReactNode
  /** Marks what may stay empty; whatever is not marked is needed. */
  optional?: boolean
}

/** The label, help and error of any Mantine input: `<Select {...fieldProps({ label, help, error })} />`. */
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
