import { TextAreaField, type TextAreaFieldProps } from '@gatehouse/ui'

/** Text area for JSON. `wrongJson` reports errors with their position. */
export function JsonField(input: TextAreaFieldProps) {
  return (
    <TextAreaField
      spellCheck={false}
      autoComplete="off"
      placeholder={'{ "team": "billing" }'}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...input}
    />
  )
}
