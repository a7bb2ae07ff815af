import { ApiError } from '@gatehouse/api'

/** The request was answered, withdrawn or has expired; other errors may be temporary. */
export const isMergeClosed = (error: unknown): boolean => error instanceof ApiError && error.status === 404
