/**
 * Normalizes a numeric code, however it was typed or pasted: `760978` for `760 978` and `760-978`. Also maps Arabic,
 * Persian and full-width digits. The server normalizes codes in the same way.
 */
export const normalizeCode = (typed: string): string =>
  typed
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (one) => String(one.charCodeAt(0) % 16))
    .replace(/\D/g, '')
