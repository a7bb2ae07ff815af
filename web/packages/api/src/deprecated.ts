import { createNetworkError, readApiError } from './error'

/** @deprecated Use `createNetworkError`. */
export const networkError = createNetworkError
/** @deprecated Use `readApiError`. */
export const readRefusal = readApiError
