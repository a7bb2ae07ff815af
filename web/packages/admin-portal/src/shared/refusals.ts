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
export function placeRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  refusals: Refusals<Values> = {},
): unknown {
  if (!(error instanceof ApiError)) return error
  let isFirst = true
  function place(name: Path<Values>, message: string) {
    // Each would take the focus from the one before it.
    form.setError(name, { message }, { shouldFocus: isFirst })
    isFirst = false
  }
  // Of anything but a value that was sent the words are a screen's own.
  const said = (text: string) => (error.status === 400 ? refusedValue(text) : text)
  const field = fieldOf(error.code, refusals)
  if (field) {
    place(field, errorText(error).replace(`${field}: `, ''))
    return undefined
  }
  const rest = error.messages.filter((message) => {
    const [name = '', ...words] = message.split(': ')
    const isField = words.length > 0 && name in form.getValues()
    if (isField) place(name as Path<Values>, said(words.join(': ')))
    return !isField
  })
  return rest.length > 0 ? new ApiError(error.status, error.code, rest, error.traceId, error.context) : undefined
}

function fieldOf<Values extends FieldValues>(code: string, refusals: Refusals<Values>): Path<Values> | undefined {
  const fits = (pattern: string) => (pattern.endsWith('*') ? code.startsWith(pattern.slice(0, -1)) : code === pattern)
  return Object.entries(refusals).find(([pattern]) => fits(pattern))?.[1]
}
