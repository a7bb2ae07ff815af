import { TextAreaField, type TextAreaFieldProps } from '@gatehouse/ui'

type LinesFieldProps = Omit<TextAreaFieldProps, 'value' | 'onChange'> & {
  readonly value: readonly string[]
  readonly onChange: (lines: string[]) => void
}

/** Input for several short texts, one per line. */
export function LinesField({ value, onChange, ...input }: LinesFieldProps) {
  return (
    <TextAreaField
      minRows={2}
      spellCheck={false}
      {...input}
      value={value.join('\n')}
      onChange={({ currentTarget }) => onChange(currentTarget.value.split('\n'))}
    />
  )
}

/** Trims the lines and removes empty ones, as the server expects. */
export const cleanLines = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')
