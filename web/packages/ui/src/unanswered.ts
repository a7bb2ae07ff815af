/** No answer of the server came: it may have done all the same what was asked. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, status = 0 } = error as Error & { readonly code?: string; readonly status?: number }
  return code === 'network' || [502, 503, 504].includes(status)
}
