import { z } from 'zod'

/** As the server takes what a tenant says of itself: with or without https, and a name to go to. */
const ADDRESS = /^(https?:\/\/)?[^\s/:@?#]+(:\d{1,5})?([/?#]\S*)?$/

/** Nothing, or an address of the web; `wrong` says how one looks. */
export const webAddress = (wrong: () => string) =>
  z
    .string()
    .trim()
    .max(2000, { error: wrong })
    .refine((text) => text === '' || ADDRESS.test(text), { error: wrong })
