/** One form of a code of digits, however it is shown, pasted or typed: `760978` of `760 978` and `760-978`. Keyboards of
 * Arabic and Persian have digits of their own, those of Japanese have wide ones. The server reads codes alike. */
export const normalizeCode = (typed: string): string =>
  typed
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (one) => String(one.charCodeAt(0) % 16))
    .replace(/\D/g, '')
