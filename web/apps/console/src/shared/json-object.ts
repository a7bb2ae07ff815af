import { z } from 'zod'
import { jsonProblem } from './json-text'

/** Validates a JSON object, or an empty text. The server checks its size. */
export const jsonObject = z.string().superRefine((text, { addIssue }) => {
  const message = jsonProblem(text)
  if (message) addIssue({ code: 'custom', message })
})
