import { ApiError } from '@gatehouse/api'
import { errorText } from '@gatehouse/ui'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { refusedValue } from './refused-value'

/** To which field a refusal belongs, by its code; `*` stands for any end: `{ 'passwords.*': 'newPassword' }`. */
export type Refusals<Values extends FieldValues> = Readonly<Record<string, Path<Values>>>

/**
 * Puts a refusal under its field: the one that its code belongs to, or that its text names ("website: too long"). What
 * belongs to none comes back, to be shown beside the buttons.
 */
export function setServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  refusals: Refusals<Values> = {},
): unknown {
  if (!(error instanceof ApiError)) return error
  const order = Object.keys(form.getValues())
  const placed: [name: Path<Values>, message: string][] = []
  // Of anything but a value that was sent the words are a screen's own.
  const translateValue = (text: string) => (error.status === 400 ? refusedValue(text) : text)
  const field = fieldOf(error.code, refusals)
  if (field) {
    form.setError(field, { message: errorText(error).replace(`${field}: `, '') }, { shouldFocus: true })
    return undefined
  }
  const rest = error.messages.filter((message) => {
    const [where = '', ...words] = message.split(': ')
    // The innermost: `0.name` of the first of a list, `redirectUris.1` of a field with several lines.
    const name = where
      .split('.')
      .filter((part) => part in form.getValues())
      .at(-1)
    const isField = words.length > 0 && name !== undefined
    if (isField) placed.push([name as Path<Values>, translateValue(words.join(': '))])
    return !isField
  })
  placed.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
  // The uppermost has the focus: each would take it from the one before it.
  for (const [index, [name, message]] of placed.entries())
    form.setError(name, { message }, { shouldFocus: index === 0 })
  return rest.length > 0 ? new ApiError(error.status, error.code, rest, error.traceId, error.context) : undefined
}

function fieldOf<Values extends FieldValues>(code: string, refusals: Refusals<Values>): Path<Values> | undefined {
  const matchesCode = (pattern: string) =>
    pattern.endsWith('*') ? code.startsWith(pattern.slice(0, -1)) : code === pattern
  return Object.entries(refusals).find(([pattern]) => matchesCode(pattern))?.[1]
}
