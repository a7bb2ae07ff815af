import { Textarea, type TextareaProps } from '@mantine/core'
import { type FieldExtras, fieldProps } from './field'

export type TextAreaFieldProps = Omit<TextareaProps, 'description' | 'error' | 'label'> & FieldExtras

/** Several lines. Apart from `TextField`: the login page does without, and stays small. */
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
