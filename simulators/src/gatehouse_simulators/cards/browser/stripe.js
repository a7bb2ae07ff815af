/**
 * Simulates the card provider's browser script: the same global, the same calls, the same answers.
 * It knows the publishable key only. The form and the bank's question are loaded when they are needed.
 */
;(() => {
  'use strict'

  const self = new URL(document.currentScript.src)
  // The official loader knows one host; where that host serves this file, its chunks are here.
  const home = self.hostname === 'js.stripe.com' ? new URL('/sim/cards/', window.location.origin) : new URL('../', self)
  const parts = new URL('browser/', home)
  const load = (name) => import(new URL(name, parts).href)

  class IntegrationError extends Error {
    constructor(message) {
      super(message)
      this.name = 'IntegrationError'
    }
  }

  const refuse = (message) => {
    throw new IntegrationError(message)
  }

  const KINDS = ['payment', 'card']

  /** One form. It is usable at once; its chunks are loaded when it is mounted. */
  function createElement({ kind, options, group, onDestroy }) {
    const listeners = new Map()
    let form = null
    let mounted = null
    let destroyed = false

    const emit = (name, event) => {
      for (const listener of listeners.get(name) ?? []) listener({ elementType: kind, ...event })
    }
    const alive = () => {
      if (destroyed) refuse('This Element has already been destroyed. Please create a new one.')
    }
    const build = async () => {
      const { createForm } = await load('form.js')
      form ??= createForm({ kind, options, group, parts, emit })
      return form
    }
    const target = (place) => {
      const found = typeof place === 'string' ? document.querySelector(place) : place
      return found ?? refuse(`The selector you specified (${place}) applies to no DOM elements that are currently on the page.`)
    }

    const element = {
      mount(place) {
        alive()
        const here = (mounted = target(place))
        build()
          .then(async (built) => {
            if (mounted !== here) return
            here.replaceChildren(built.host)
            await built.styled
            const problem = await group.problem()
            if (mounted !== here) return
            if (problem) emit('loaderror', { error: problem })
            else emit('ready')
          })
          .catch((error) => emit('loaderror', { error: { type: 'api_connection_error', message: String(error) } }))
      },
      unmount() {
        alive()
        mounted = null
        form?.host.remove()
      },
      destroy() {
        alive()
        element.unmount()
        destroyed = true
        onDestroy()
      },
      on(name, listener) {
        alive()
        listeners.set(name, [...(listeners.get(name) ?? []), listener])
        return element
      },
      once(name, listener) {
        const first = (event) => {
          element.off(name, first)
          listener(event)
        }
        return element.on(name, first)
      },
      off(name, listener) {
        const left = listener ? (listeners.get(name) ?? []).filter((one) => one !== listener) : []
        listeners.set(name, left)
        return element
      },
      update(changes = {}) {
        alive()
        Object.assign(options, changes)
      },
      focus: () => void form?.focus(),
      blur: () => void form?.blur(),
      clear: () => void form?.clear(),
      /** For the calls that confirm. */
      _form: () => (mounted && form) || refuse('The Element must be mounted before it is confirmed.'),
      _restyle: () => form?.restyle(),
    }
    return element
  }

  function createElements(api, given) {
    const made = new Map()
    const settings = { ...given }
    const group = {
      settings,
      /** Why this intent can save no card; nothing without an intent. */
      problem: async () => {
        if (!settings.clientSecret) return null
        const { find } = await load('confirm.js')
        const answer = await find(await api(), settings.clientSecret)
        return answer.error ?? null
      },
    }
    return {
      create(kind, options = {}) {
        if (!KINDS.includes(kind)) refuse(`A valid Element name must be provided. You specified: ${kind}.`)
        if (made.has(kind)) refuse(`Can only create one Element of type ${kind} through elements.create().`)
        const onDestroy = () => made.delete(kind)
        made.set(kind, createElement({ kind, options: { ...options }, group, onDestroy }))
        return made.get(kind)
      },
      getElement: (kind) => made.get(kind) ?? null,
      update(changes) {
        Object.assign(settings, changes)
        for (const element of made.values()) element._restyle()
      },
      async submit() {
        const element = made.get('payment') ?? made.get('card') ?? refuse('Create an Element first.')
        const problem = element._form().check()
        return problem ? { error: problem } : { selectedPaymentMethod: 'card' }
      },
      _clientSecret: () => settings.clientSecret,
      _form: () => (made.get('payment') ?? made.get('card') ?? refuse('Create an Element first.'))._form(),
      _settings: settings,
    }
  }

  function Stripe(publishableKey, options = {}) {
    if (!publishableKey) refuse('Please call Stripe() with your publishable key. You used an empty string.')
    if (!/^pk_(test|live)_/.test(publishableKey)) {
      refuse('You should not use your secret key with Stripe.js. Please pass a publishable key instead.')
    }
    const api = () => load('api.js').then((module) => module.createApi(home, publishableKey))
    const dialog = (settings) => ({ parts, settings: { locale: options.locale, ...settings } })
    let last = {}

    const confirmCard = async (secret, data) => {
      const method = data.payment_method ?? {}
      const { confirmWithForm } = await load('confirm.js')
      return confirmWithForm(await api(), {
        secret,
        form: typeof method === 'object' && method.card ? method.card._form() : null,
        methodId: typeof method === 'string' ? method : undefined,
        billing: method.billing_details,
        dialog: dialog(last),
      })
    }

    const confirmForm = async (name, { elements, clientSecret, confirmParams = {}, redirect = 'always' }) => {
      const secret = clientSecret ?? elements?._clientSecret()
      if (!secret) refuse(`Missing value for ${name}(): clientSecret should be a client secret string.`)
      if (redirect === 'always' && !confirmParams.return_url) {
        refuse(`Please provide a \`confirmParams.return_url\` for ${name}().`)
      }
      const { confirmWithForm } = await load('confirm.js')
      const answer = await confirmWithForm(await api(), {
        secret,
        form: elements ? elements._form() : null,
        methodId: confirmParams.payment_method,
        billing: confirmParams.payment_method_data?.billing_details,
        dialog: dialog(elements?._settings),
      })
      if (answer.error || redirect === 'if_required') return answer
      const kind = answer.setupIntent ? 'setup_intent' : 'payment_intent'
      const intent = answer.setupIntent ?? answer.paymentIntent
      const there = new URL(confirmParams.return_url)
      there.searchParams.set(kind, intent.id)
      there.searchParams.set(`${kind}_client_secret`, secret)
      there.searchParams.set('redirect_status', intent.status)
      window.location.assign(there)
      return new Promise(() => undefined) // the page navigates away
    }

    return {
      elements(settings = {}) {
        last = { locale: options.locale, ...settings }
        return createElements(api, last)
      },
      confirmSetup: (options) => confirmForm('confirmSetup', options),
      confirmPayment: (options) => confirmForm('confirmPayment', options),
      async confirmCardSetup(secret, data = {}) {
        if (!secret) refuse('Missing value for confirmCardSetup(): a client secret string is required.')
        return confirmCard(secret, data)
      },
      async confirmCardPayment(secret, data = {}) {
        if (!secret) refuse('Missing value for confirmCardPayment(): a client secret string is required.')
        return confirmCard(secret, data)
      },
      async retrievePaymentIntent(secret) {
        const { find } = await load('confirm.js')
        return find(await api(), secret)
      },
      async retrieveSetupIntent(secret) {
        const { find } = await load('confirm.js')
        return find(await api(), secret)
      },
    }
  }

  Stripe.version = 'simulated'
  window.Stripe = Stripe
})()
