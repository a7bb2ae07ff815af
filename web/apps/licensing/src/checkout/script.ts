import { loadScript } from '@gatehouse/ui'
import type { Paddle } from '@paddle/paddle-js'

declare global {
  interface Window {
    PaddleBillingV1?: Paddle
  }
}

const loading = new Map<string, Promise<Paddle | undefined>>()

/**
 * The payment provider's global, loaded once per page. Without it (blocked, unreachable, changed) the checkout does
 * not start: that is a warning in the console and `undefined` here, never an exception.
 */
export function loadPaymentScript(url: string): Promise<Paddle | undefined> {
  const known = loading.get(url)
  if (known) return known
  const script = fetchScript(url)
  loading.set(url, script)
  // A failure is not remembered: the next attempt may be let through.
  void script.then((paddle) => {
    if (!paddle) loading.delete(url)
  })
  return script
}

async function fetchScript(url: string): Promise<Paddle | undefined> {
  if (!window.PaddleBillingV1) {
    try {
      await loadScript(url)
    } catch {
      console.warn("The payment provider's script failed to load")
      return undefined
    }
  }
  if (!window.PaddleBillingV1) console.warn('The payment provider is not available')
  return window.PaddleBillingV1
}
