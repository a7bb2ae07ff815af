/**
 * Simulates the checkout provider's browser script: the same global, the same calls, the same
 * events. It knows the client token only. The overlay itself is loaded when it is first needed.
 */
;(() => {
  'use strict'

  const self = new URL(document.currentScript.src)
  // The official loader knows one address; where that address serves this file, its chunks are here.
  const home = self.hostname === 'cdn.paddle.com' ? new URL('/sim/checkout/', window.location.origin) : self
  const parts = new URL('browser/', home)
  const load = (name) => import(new URL(name, parts).href)

  const state = {
    environment: 'production',
    token: null,
    settings: {},
    eventCallback: null,
  }

  const callback = (event) => {
    try {
      state.eventCallback?.(event)
    } catch (error) {
      console.error('[Paddle] eventCallback failed', error)
    }
  }

  const refuse = (detail) => {
    console.error(`[Paddle] ${detail}`)
    callback({
      name: 'checkout.error',
      type: 'front-end_error',
      code: 'validation',
      detail,
      documentation_url: 'https://developer.paddle.com/paddlejs/overview',
    })
  }

  const api = () => load('api.js').then((module) => module.createApi(parts, state.token))

  const checkout = () =>
    load('checkout.js').then(async (module) =>
      module.theCheckout({ api: await api(), stylesheet: new URL('overlay.css', parts), callback }),
    )

  const withCheckout = (use) => {
    if (!Paddle.Initialized) {
      refuse('Paddle.Initialize() has to be called first')
      return
    }
    checkout()
      .then(use)
      .catch((error) => refuse(String(error?.message ?? error)))
  }

  const tokenFits = (token) =>
    typeof token === 'string' &&
    token.startsWith(state.environment === 'sandbox' ? 'test_' : 'live_')

  const initialize = (options = {}) => {
    if (Paddle.Initialized) {
      console.warn('[Paddle] Initialize() was already called on this page; use Update() instead')
      return
    }
    state.eventCallback = options.eventCallback ?? null
    if (!tokenFits(options.token)) {
      refuse(`The token does not belong to the ${state.environment} environment`)
      return
    }
    state.token = options.token
    state.settings = options.checkout?.settings ?? {}
    Paddle.Initialized = true
    const transactionId = new URLSearchParams(window.location.search).get('_ptxn')
    if (transactionId) Paddle.Checkout.open({ transactionId })
  }

  const contradiction = (options) => {
    if (!options.items === !options.transactionId) return 'Give exactly one of items and transactionId'
    if (options.discountId && options.discountCode) {
      return 'Give at most one of discountId and discountCode'
    }
    const customer = options.customer
    if (customer && options.customerAuthToken) return 'Give customer or customerAuthToken, not both'
    if (customer?.id && customer.email) return 'Give the id or the email of the customer, not both'
    return null
  }

  const Paddle = {
    Version: 'v1',
    Initialized: false,
    Environment: {
      set(environment) {
        if (environment === 'sandbox' || environment === 'production') state.environment = environment
        else refuse(`${environment} is not an environment`)
      },
      get: () => state.environment,
      detect: () => state.environment,
    },
    Initialize: initialize,
    Setup: initialize,
    Update(options = {}) {
      if ('eventCallback' in options) state.eventCallback = options.eventCallback ?? null
    },
    Checkout: {
      open(options = {}) {
        const problem = contradiction(options)
        if (problem) {
          refuse(problem)
          return
        }
        const settings = { ...state.settings, ...options.settings }
        withCheckout((shown) => shown.open({ ...options, settings }))
      },
      close: () => withCheckout((shown) => shown.close()),
      updateItems: (items) => withCheckout((shown) => shown.update({ items })),
      updateCheckout: (options) => withCheckout((shown) => shown.update(options)),
    },
    PricePreview: (options) => api().then((client) => client.pricePreview(options)),
    TransactionPreview: (options) => api().then((client) => client.transactionPreview(options)),
    Spinner: {
      show: () => load('spinner.js').then((module) => module.show()),
      hide: () => load('spinner.js').then((module) => module.hide()),
    },
    Status: { libraryVersion: '2.0.0-simulated' },
    Retain: {
      demo: () => undefined,
      initCancellationFlow: () => Promise.resolve({ status: 'retained' }),
    },
  }

  window.Paddle = window.PaddleBillingV1 = Paddle
})()
