import { z } from 'zod'

/** Website of a tenant as the server accepts it: with or without a scheme. */
const ADDRESS = /^(https?:\/\/)?[^\s/:@?#]+(:\d{1,5})?([/?#]\S*)?$/

/** Empty, or a web address; `wrong` returns the error message. */
export const webAddress = (wrong: () => string) =>
  z
    .string()
    .trim()
    .max(2000, { error: wrong })
    .refine((text) => text === '' || ADDRESS.test(text), { error: wrong })
