import { i18n } from '@gatehouse/ui'
import type { CheckoutOpenOptions, Paddle, PaddleEventData } from '@paddle/paddle-js'
import { loadPaymentScript } from './script'

export interface ProviderConfig {
  readonly token: string
  readonly environment: 'sandbox' | 'production'
  readonly scriptUrl: string
}

type Listener = (event: PaddleEventData) => void

/** What the page does with the provider's script, which may be initialized only once a page. */
export interface PaymentProvider {
  readonly paddle: Paddle
  /** Opens the overlay, unless it is open with this transaction already. Throws what the script throws. */
  open(options: CheckoutOpenOptions): void
  /** Takes the overlay away when one is open. */
  close(): void
  /** Replaces the listener: the script keeps the callback of its initialization, so that one must not go stale. */
  listen(listener: Listener): void
}

let ready: Promise<PaymentProvider | undefined> | undefined

export function startPaymentProvider(config: ProviderConfig): Promise<PaymentProvider | undefined> {
  ready ??= initialize(config)
  void ready.then((provider) => {
    if (!provider) ready = undefined
  })
  return ready
}

/** The overlay belongs to the signed-in user and uses the color scheme of the page. */
const overlaySettings = () =>
  ({
    displayMode: 'overlay',
    allowLogout: false,
    locale: i18n.language,
    theme: document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light',
  }) as const

const NEW_PURCHASE = Symbol('new purchase')

async function initialize(config: ProviderConfig): Promise<PaymentProvider | undefined> {
  const paddle = await loadPaymentScript(config.scriptUrl)
  if (!paddle) return undefined
  let listener: Listener = () => undefined
  // The script itself opens a transaction that the page's address names; a second overlay must not follow.
  let opened: string | symbol | null = new URLSearchParams(window.location.search).get('_ptxn')
  try {
    paddle.Environment.set(config.environment)
    paddle.Initialize({
      token: config.token,
      checkout: { settings: overlaySettings() },
      eventCallback: (event) => {
        if (event.name === 'checkout.closed' || event.name === 'checkout.error') opened = null
        listener(event)
      },
    })
  } catch (error) {
    // A blocker may put an empty script in its place, and the provider refuses settings of another version.
    console.warn("The payment provider's script failed to start:", error)
    return undefined
  }
  return {
    paddle,
    open(options) {
      const transactionId = 'transactionId' in options ? options.transactionId : undefined
      if (transactionId && transactionId === opened) return
      opened = transactionId ?? NEW_PURCHASE
      try {
        paddle.Checkout.open({ ...options, settings: overlaySettings() })
      } catch (error) {
        opened = null
        throw error
      }
    },
    close() {
      if (opened) paddle.Checkout.close()
    },
    listen(next) {
      listener = next
    },
  }
}
