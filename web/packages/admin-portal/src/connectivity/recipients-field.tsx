import { type FieldExtras, fieldProps } from '@gatehouse/ui'
import { TagsInput, type TagsInputProps } from '@mantine/core'

export const MOST_RECIPIENTS = 20

type RecipientsFieldProps = Omit<FieldExtras, 'optional'> &
  Pick<TagsInputProps, 'ref' | 'onBlur' | 'readOnly' | 'placeholder' | 'inputMode'> & {
    value: string[]
    onChange: (recipients: string[]) => void
  }

/** Typed or pasted, several at once between commas, semicolons or lines. */
export function RecipientsField({ label, help, error, value, placeholder, ...input }: RecipientsFieldProps) {
  return (
    <TagsInput
      {...fieldProps({ label, help, error })}
      {...input}
      value={value}
      placeholder={value.length === 0 ? placeholder : undefined}
      splitChars={[',', ';', '\n']}
      maxTags={MOST_RECIPIENTS}
      clearable={false}
      acceptValueOnBlur
      autoComplete="off"
    />
  )
}
