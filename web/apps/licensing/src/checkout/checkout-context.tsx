import { toast } from '@gatehouse/ui'
import type { CheckoutOpenOptions } from '@paddle/paddle-js'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { pollAfterPayment } from '../billing/poll-after-payment'
import { useSellsLicenses } from '../config/config.queries'
import { t, useT } from '../texts'
import { type CheckoutConfig, useCheckoutConfig, usePaymentProvider } from './checkout.queries'
import { CheckoutUnavailable, NothingSold } from './checkout-unavailable'
import { focusAfterOverlay } from './focus-after-overlay'
import type { PaymentProvider } from './provider'

/** A purchase takes the place of this subscription: a trial is converted, anything else was canceled. */
export interface Subscription {
  readonly fingerprint: string
  readonly type: 'trial' | (string & {})
}

export interface Purchase {
  readonly items: readonly { readonly priceId: string; readonly quantity: number }[]
  readonly subscription: Subscription
  readonly discountId?: string
}

export interface Checkout extends CheckoutConfig {
  readonly provider: PaymentProvider
  readonly buy: (purchase: Purchase) => void
  readonly openTransaction: (transactionId: string) => void
}

const CheckoutContext = createContext<Checkout | null>(null)

export function CheckoutProvider({ children }: { readonly children: ReactNode }) {
  return useSellsLicenses() ? <OpenCheckout>{children}</OpenCheckout> : <NothingSold />
}

function OpenCheckout({ children }: { readonly children: ReactNode }) {
  const provider = usePaymentProvider()
  const config = useCheckoutConfig()
  useCheckoutEnd(provider)
  const checkout = useMemo(() => provider && createCheckout(provider, config), [provider, config])

  if (!checkout) return <CheckoutUnavailable />
  return <CheckoutContext value={checkout}>{children}</CheckoutContext>
}

export function useCheckout(): Checkout {
  const checkout = useContext(CheckoutContext)
  if (!checkout) throw new Error('useCheckout used outside the checkout context')
  return checkout
}

function createCheckout(provider: PaymentProvider, config: CheckoutConfig): Checkout {
  const customer = { id: config.customerId }
  const open = (options: CheckoutOpenOptions) => {
    try {
      provider.open(options)
    } catch (error) {
      console.warn('The checkout did not open:', error)
      toast.error(t('checkout.unavailable'))
    }
  }
  return {
    ...config,
    provider,
    buy: ({ items, subscription: { type, fingerprint }, discountId }) =>
      open({
        customer,
        items: [...items],
        customData: type === 'trial' ? { overwrite: fingerprint } : { overwrite_canceled: fingerprint },
        ...(discountId && { discountId }),
      }),
    openTransaction: (transactionId) => open({ customer, transactionId }),
  }
}

/** Of all that the overlay tells, only its end matters: paid or not, billing is where to go. */
function useCheckoutEnd(provider: PaymentProvider | null): void {
  const t = useT()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!provider) return
    let isHere = true
    provider.listen((event) => {
      if (event.name !== 'checkout.closed') return
      if (event.data?.status === 'completed') {
        toast.info(t('checkout.soon'))
        pollAfterPayment(queryClient, 'licenses', 'billing-information')
      }
      if (isHere) void navigate({ to: '/billing' }).then(focusAfterOverlay)
    })
    return () => {
      // After the back button another page is loading already; the overlay must not stay above it.
      isHere = false
      provider.close()
    }
  }, [provider, t, navigate, queryClient])
}
