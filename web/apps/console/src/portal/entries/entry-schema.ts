import { z } from 'zod'
import { jsonProblem, readJson } from '../../shared/json-text'
import { t } from './entries.texts'

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  configuration: isObject,
  properties: (value) => Array.isArray(value) && value.every(isObject),
}

function entryProblem(text: string): string | undefined {
  const wrong = jsonProblem(text)
  if (wrong) return wrong
  const isEntry = Object.entries(readJson(text)).every(([name, value]) => FIELDS[name]?.(value))
  return isEntry ? undefined : t('form.shape')
}

/** Validates an entry; the server checks its size. */
export const entrySchema = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,100}$/, { error: () => t('form.nameWrong') }),
  entry: z.string().superRefine((text, { addIssue }) => {
    const message = entryProblem(text)
    if (message) addIssue({ code: 'custom', message })
  }),
})

export type EntryValues = z.infer<typeof entrySchema>
