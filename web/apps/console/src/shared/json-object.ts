import { z } from 'zod'
import { wrongJson } from './json-text'

/** Validates a JSON object, or an empty text. The server checks its size. */
export const jsonObject = z.string().superRefine((text, { addIssue }) => {
  const message = wrongJson(text)
  if (message) addIssue({ code: 'custom', message })
})
