/** Replaced by tests. */
export const browser = {
  reload: () => window.location.reload(),
}

const LEFT_BUILDS_KEY = 'gatehouse-left'
const TIMEOUT_MS = 8000
const RETRY_MS = 3000

export type Diagnosis = 'offline' | 'missing' | 'reloading'

/**
 * Finds out why a chunk did not load. If the server has a newer build, whose chunks have other names, the page is
 * reloaded, but only once for each old build, so that servers with different builds do not cause a reload loop.
 * Browsers cache failed imports for the lifetime of the page, so every retry is a reload.
 */
export async function diagnoseFailure(): Promise<Diagnosis> {
  const page = await fetchPage()
  if (page === undefined) return 'offline'
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (!entry || page.includes(entry) || !markBuildLeft(entry)) return 'missing'
  browser.reload()
  return 'reloading'
}

/**
 * Reloads the page if the server can be reached: the browser's own error page would offer no way back. False if it
 * cannot.
 */
export async function reloadIfReachable(): Promise<boolean> {
  const isThere = (await fetchPage()) !== undefined
  if (isThere) browser.reload()
  return isThere
}

/**
 * Retries when the network returns, and at intervals, because not every browser detects that. Returns a function that
 * stops it.
 */
export function reloadWhenOnline(): () => void {
  const check = () => void reloadIfReachable()
  const timer = setInterval(check, RETRY_MS)
  window.addEventListener('online', check)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', check)
  }
}

/** Loads this page's current HTML from the server; undefined if that fails. */
async function fetchPage(): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(window.location.href, { cache: 'no-store', headers: { accept: 'text/html' }, signal })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}

/** Records that this build was left. False if it was left before, or if storage is blocked. */
function markBuildLeft(entry: string): boolean {
  try {
    const left = sessionStorage.getItem(LEFT_BUILDS_KEY)?.split(' ') ?? []
    if (left.includes(entry)) return false
    sessionStorage.setItem(LEFT_BUILDS_KEY, [...left, entry].join(' '))
    return true
  } catch {
    return false
  }
}
