import { ApiError } from '@gatehouse/api'

/** The request was answered, withdrawn or has expired; other errors may be temporary. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 404
