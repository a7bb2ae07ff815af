import { TextAreaField, type TextAreaFieldProps } from '@gatehouse/ui'

/** JSON as people type it; the form says what is wrong with it, and where (`wrongJson`). */
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
