import { TextAreaField, type TextAreaFieldProps } from '@gatehouse/ui'

type LinesFieldProps = Omit<TextAreaFieldProps, 'value' | 'onChange'> & {
  readonly value: readonly string[]
  readonly onChange: (lines: string[]) => void
}

/** Several short texts, one in each line. */
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

/** As the server takes them: without blanks around, and without empty ones. */
export const cleanLines = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')
