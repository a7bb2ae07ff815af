import { useSellsLicenses } from '../config/config.queries'
import { stateOf } from './license-state'
import type { License } from './licenses.queries'
import { useChangePreview } from './subscription.queries'

/** A preview of no change says what the license costs: with the next payment, and from then on. */
export function useCosts(license: License, mayAsk: boolean) {
  const running = ['good', 'ending', 'pausing'].includes(stateOf(license)) && Boolean(license.billing)
  const isAsked = useSellsLicenses() && running && mayAsk
  return { running, costs: useChangePreview(license.id, {}, isAsked) }
}
