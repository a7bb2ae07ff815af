import { Textarea, type TextareaProps } from '@mantine/core'
import { type FieldExtras, fieldProps } from './field'

export type TextAreaFieldProps = Omit<TextareaProps, 'description' | 'error' | 'label'> & FieldExtras

/** A multi-line field. Separate from `TextField`, so that the login page does not load it. */
export function TextAreaField({ label, help, error, optional, ...input }: TextAreaFieldProps) {
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={12}
      mod={{ fixed: input.readOnly }}
      {...fieldProps({ label, help, error, optional })}
      {...input}
    />
  )
}
