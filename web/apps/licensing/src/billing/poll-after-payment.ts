import type { QueryClient } from '@tanstack/react-query'

const AFTER = [0, 1500, 4000, 9000]

/** The provider tells us of a payment by webhook, moments after the page knows: look again until it is there. */
export function pollAfterPayment(queryClient: QueryClient, ...keys: readonly string[]): void {
  for (const delay of AFTER) {
    setTimeout(() => {
      for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] })
    }, delay)
  }
}
