import { ApiError } from '@gatehouse/api'

/** Used, withdrawn or too old. Any other refusal may pass. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 404
