import type { ReactNode } from 'react'
import classes from './field-row.module.css'

/** Short fields that belong together, side by side where there is room. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={classes.row}>{children}</div>
}
