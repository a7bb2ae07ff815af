import { isPhoneNumber } from '@gatehouse/ui'
import { t } from '../texts'

/** The server decides what an address is; this only catches slips. */
export function checkEmail(value: string): string | undefined {
  const email = value.trim()
  if (email === '') return t('invalid.emailMissing')
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : t('invalid.email')
}

export const checkFilled = (message: string) => (value: string) => (value.trim() === '' ? message : undefined)

/** Digits with the usual separators, and the country they belong to. */
export function checkPhone(required: boolean) {
  return (value: string): string | undefined => {
    const phone = value.trim()
    if (phone === '') return required ? t('invalid.phoneMissing') : undefined
    return isPhoneNumber(phone) ? undefined : t('invalid.phone')
  }
}
