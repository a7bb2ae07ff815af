import { loadScript } from '@gatehouse/ui'

/** The provider's script, as far as it is used here (Stripe.js, version 3). */
export interface CardScript {
  elements(options: object): CardElements
  confirmSetup(options: object): Promise<CardAnswer>
  confirmCardPayment(secret: string): Promise<PaymentAnswer>
}

export interface CardElements {
  create(kind: 'payment', options?: object): CardField
  update(options: object): void
}

export interface CardField {
  mount(place: HTMLElement): void
  on(event: 'ready' | 'loaderror', tell: () => void): void
  destroy(): void
}

export interface CardRefusal {
  readonly code?: string
  readonly decline_code?: string
  readonly message?: string
}

export interface CardAnswer {
  readonly error?: CardRefusal
  readonly setupIntent?: { readonly status: string; readonly payment_method?: string | { readonly id: string } | null }
}

interface PaymentAnswer {
  readonly error?: CardRefusal
}

type Opener = (key: string, options?: object) => CardScript

declare global {
  interface Window {
    Stripe?: Opener
  }
}

/** The script did not come, or brought nothing: blocked, unreachable or changed. */
export class CardScriptMissingError extends Error {
  override readonly name = 'CardScriptMissingError'
}

const loading = new Map<string, Promise<void>>()

/** The provider's script, loaded once a page. A failure is not remembered: the next try may be let through. */
export async function openCardScript(url: string, key: string, language: string): Promise<CardScript> {
  if (!window.Stripe) await load(url)
  if (!window.Stripe) {
    loading.delete(url)
    throw new CardScriptMissingError(url)
  }
  return window.Stripe(key, { locale: language })
}

function load(url: string): Promise<void> {
  const running = loading.get(url) ?? insert(url)
  loading.set(url, running)
  running.catch(() => loading.delete(url))
  return running
}

async function insert(url: string): Promise<void> {
  try {
    await loadScript(url)
  } catch {
    throw new CardScriptMissingError(url)
  }
}
