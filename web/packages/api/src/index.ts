export { type ApiClient, createClient, unwrap } from './client'
export { ApiError, isRetryable, isTransient, networkError, readRefusal } from './error'
export type { components, operations, paths } from './schema'
