import { z } from 'zod'
import { t } from '../portal.texts'

/** A text of at most so many characters, without the blanks around it. */
export const shortText = (count: number) =>
  z
    .string()
    .trim()
    .max(count, { error: () => t('field.tooLong', { count }) })

/** A user's own contact number as the server accepts it, also without a country code, or empty. Codes need `isPhoneNumber` of `ui`. */
export const phoneNumber = z
  .string()
  .trim()
  .refine((text) => text === '' || /^\+?[0-9][0-9 ().-]{2,30}$/.test(text), { error: () => t('field.phoneWrong') })
