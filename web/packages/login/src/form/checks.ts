import { isPhoneNumber } from '@gatehouse/ui'
import { t } from '../texts'

/** Catches typing mistakes; the server decides what a valid address is. */
export function checkEmail(value: string): string | undefined {
  const email = value.trim()
  if (email === '') return t('invalid.emailMissing')
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : t('invalid.email')
}

export const checkRequired = (message: string) => (value: string) => (value.trim() === '' ? message : undefined)

/** Accepts digits with the usual separators and a country code. */
export function checkPhone(required: boolean) {
  return (value: string): string | undefined => {
    const phone = value.trim()
    if (phone === '') return required ? t('invalid.phoneMissing') : undefined
    return isPhoneNumber(phone) ? undefined : t('invalid.phone')
  }
}
