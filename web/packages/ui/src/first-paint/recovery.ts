/** Replaced by tests. */
export const browser = {
  reload: () => window.location.reload(),
}

const LEFT = 'gatehouse-left'
const PATIENCE_MS = 8000
const ROUND_MS = 3000

export type Finding = 'offline' | 'missing' | 'reloading'

/**
 * Finds out why a chunk did not load. If the server has a newer build, whose chunks have other names, the page is
 * reloaded, but only once for each old build, so that servers with different builds do not cause a reload loop.
 * Browsers cache failed imports for the lifetime of the page, so every retry is a reload.
 */
export async function findTrouble(): Promise<Finding> {
  const page = await askForPage()
  if (page === undefined) return 'offline'
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (!entry || page.includes(entry) || !leave(entry)) return 'missing'
  browser.reload()
  return 'reloading'
}

/**
 * Reloads the page if the server can be reached: the browser's own error page would offer no way back. False if it
 * cannot.
 */
export async function tryAgain(): Promise<boolean> {
  const isThere = (await askForPage()) !== undefined
  if (isThere) browser.reload()
  return isThere
}

/**
 * Retries when the network returns, and at intervals, because not every browser detects that. Returns a function that
 * stops it.
 */
export function tryWhenBack(): () => void {
  const check = () => void tryAgain()
  const timer = setInterval(check, ROUND_MS)
  window.addEventListener('online', check)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', check)
  }
}

/** Loads this page's current HTML from the server; undefined if that fails. */
async function askForPage(): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(window.location.href, { cache: 'no-store', headers: { accept: 'text/html' }, signal })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}

/** Records that this build was left. False if it was left before, or if storage is blocked. */
function leave(entry: string): boolean {
  try {
    const left = sessionStorage.getItem(LEFT)?.split(' ') ?? []
    if (left.includes(entry)) return false
    sessionStorage.setItem(LEFT, [...left, entry].join(' '))
    return true
  } catch {
    return false
  }
}
