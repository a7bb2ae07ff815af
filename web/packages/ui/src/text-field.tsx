import { TextInput, type TextInputProps } from '@mantine/core'
import { type FieldExtras, fieldProps } from './field'

export type TextFieldProps = Omit<TextInputProps, 'description' | 'error' | 'label'> & FieldExtras

/** `<TextField label="Name" error={errors.name?.message} {...form.register('name')} />` */
export function TextField({ label, help, error, optional, ...input }: TextFieldProps) {
  return <TextInput mod={{ fixed: input.readOnly }} {...fieldProps({ label, help, error, optional })} {...input} />
}
