import { z } from 'zod'
import { jsonProblem, readJson } from '../shared/json-text'
import { t } from './applications.texts'

const MOST = 50
const LONGEST_NAME = 100
const LONGEST = 1000

/** Validates metadata of an application: a few short strings by name. */
export const metadataSchema = z.string().superRefine((text, { addIssue }) => {
  const message = jsonProblem(text) ?? metadataProblem(text)
  if (message) addIssue({ code: 'custom', message })
})

function metadataProblem(text: string): string | undefined {
  const entries = Object.entries(readJson(text))
  if (entries.length > MOST) return t('form.notesTooMany', { most: MOST })
  for (const [name, value] of entries) {
    if (name === '' || name.length > LONGEST_NAME)
      return t('form.noteName', { name: name.slice(0, 40), most: LONGEST_NAME })
    if (typeof value !== 'string') return t('form.noteNoText', { name })
    if (value.length > LONGEST) return t('form.noteTooLong', { name, most: LONGEST })
  }
  return undefined
}
