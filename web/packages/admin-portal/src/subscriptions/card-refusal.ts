import { ApiError } from '@gatehouse/api'
import type { CardRefusal } from './card-provider'
import { t } from './subscriptions.texts'

const WORDS = ['insufficient_funds', 'expired_card', 'incorrect_cvc', 'incorrect_number', 'processing_error'] as const

/** What the provider refused, in words that say what to do; its own where it says something else. */
export function cardError({ code = '', decline_code = '', message = '' }: CardRefusal): ApiError {
  return new ApiError(402, code, [textOf(code, decline_code, message)])
}

function textOf(code: string, reason: string, message: string): string {
  const word = WORDS.find((known) => known === reason) ?? WORDS.find((known) => known === code)
  if (word) return t(`card.${word}`)
  if (code.endsWith('authentication_failure')) return t('card.unproved')
  return code === 'card_declined' || message === '' ? t('card.declined') : message
}
