/** Whether no response of the server arrived: it may have processed the request nevertheless. */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, status = 0 } = error as Error & { readonly code?: string; readonly status?: number }
  return code === 'network' || [502, 503, 504].includes(status)
}
