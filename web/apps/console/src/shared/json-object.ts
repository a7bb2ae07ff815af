import { z } from 'zod'
import { wrongJson } from './json-text'

/** A text that is a JSON object, or nothing; how much of it there may be says the server. */
export const jsonObject = z.string().superRefine((text, { addIssue }) => {
  const message = wrongJson(text)
  if (message) addIssue({ code: 'custom', message })
})
