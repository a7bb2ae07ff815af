/** Proxies and blockers may never answer a request. */
const TIMEOUT_MS = 20_000

/** Loads a third-party script, such as a payment provider's. Rejects if it fails or takes too long. */
export function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`The script did not load: ${url}`))
    }
    const timer = setTimeout(fail, TIMEOUT_MS)
    script.src = url
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    document.head.append(script)
  })
}
