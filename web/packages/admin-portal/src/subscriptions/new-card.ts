import { type ApiClient, ApiError, unwrap } from '@gatehouse/api'
import { t } from './subscriptions.texts'

const METHODS = '/subscriptions/resources/billing/payment-methods/v1'
const TRIES = 10
const PAUSE = 1000

/** Ends when the server knows a card that the provider has just taken: it hears of it a moment later. */
export async function untilKnown(api: ApiClient, externalId: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE))
    const methods = await unwrap(api.GET(METHODS))
    if (methods.some((one) => one.externalId === externalId)) return
  }
  throw new ApiError(0, '', [t('card.pending')])
}
