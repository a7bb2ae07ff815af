export { type ApiClient, createClient, unwrap } from './client'
export { networkError, readRefusal } from './deprecated'
export { ApiError, createNetworkError, isRetryable, isTransient, readApiError } from './error'
export type { components, operations, paths } from './schema'
