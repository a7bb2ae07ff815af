import { z } from 'zod'
import { inWords } from './duration'
import { t } from './security.texts'

/** A whole number within the server's bounds. */
export const wholeNumber = (min: number, max: number) =>
  z
    .number({ error: () => t('number.wrong', { min, max }) })
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, {
      error: () => t('number.wrong', { min, max }),
    })

/** Seconds, between the server's shortest and longest. */
export const duration = (min: number, max: number) => {
  const error = () => t('number.duration', { min: inWords(min), max: inWords(max) })
  return z.number({ error }).refine((value) => Number.isInteger(value) && value >= min && value <= max, { error })
}

export const YEAR = 31_536_000
