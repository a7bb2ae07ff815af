/** Proxies and blockers may hold a request without ever answering it. */
const PATIENCE_MS = 20_000

/** Loads a script of another company, such as a payment provider. Rejects where it does not come, or not in time. */
export function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`The script did not load: ${url}`))
    }
    const timer = setTimeout(fail, PATIENCE_MS)
    script.src = url
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    document.head.append(script)
  })
}
