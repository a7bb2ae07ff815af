/** What a browser gives, so that tests can give something else. */
export const browser = {
  reload: () => window.location.reload(),
}

const LEFT = 'gatehouse-left'
const PATIENCE_MS = 8000
const ROUND_MS = 3000

export type Finding = 'offline' | 'missing' | 'reloading'

/**
 * A part of the app did not come: why? Where the server has a newer build, whose parts have other names, the page is
 * loaded again, once for each build that is left, so that servers of two builds never play it to and fro.
 *
 * A browser remembers a failed import for as long as the page lives, so another try is always a reload.
 */
export async function findTrouble(): Promise<Finding> {
  const page = await askForPage()
  if (page === undefined) return 'offline'
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (!entry || page.includes(entry) || !leave(entry)) return 'missing'
  browser.reload()
  return 'reloading'
}

/** Loads the page again if it can be had: a browser's own error page would have no way back. False if it cannot. */
export async function tryAgain(): Promise<boolean> {
  const isThere = (await askForPage()) !== undefined
  if (isThere) browser.reload()
  return isThere
}

/** Tries again when the network is back, and now and then, because not every browser notices. Ends by the answer. */
export function tryWhenBack(): () => void {
  const check = () => void tryAgain()
  const timer = setInterval(check, ROUND_MS)
  window.addEventListener('online', check)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', check)
  }
}

/** This page as the server has it now; undefined when it cannot be had. */
async function askForPage(): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(window.location.href, { cache: 'no-store', headers: { accept: 'text/html' }, signal })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}

/** False when this build was left before, or when nothing can be remembered. */
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
