import { i18n } from '@gatehouse/ui'
import { inWords } from '../security/duration'
import type { Recommendation } from '../wire'
import { type FixableRecommendation, recommendedValue } from './fixes'
import { useT } from './security-center.texts'

/** The server counts people no further. */
const MOST = 10_000

/** "12", or "10,000 or more". */
export function useCount() {
  const t = useT()
  return (count: number) => {
    const text = count.toLocaleString(i18n.language)
    return count < MOST ? text : t('many', { count: text })
  }
}

/** The words of a recommendation, with what is recommended. */
export function useWords() {
  const t = useT()
  const number = useCount()
  return (item: Recommendation) => {
    const { code, metadata } = item
    const title = t(`codes.${code}.title`)
    if (code === 'BREACHED_PASSWORDS_EXIST') {
      return { title, why: t(`codes.${code}.why`, { count: metadata.password?.breachedPasswordUsersCount ?? 0 }) }
    }
    if (code === 'FORCE_MFA') {
      const total = (metadata.totalUsers ?? 0).toLocaleString(i18n.language)
      return { title, why: t(`codes.${code}.why`, { enrolled: number(metadata.mfa?.enrolledUsersCount ?? 0), total }) }
    }
    return { title, why: t(`codes.${code}.why`, { value: valueText(item) }) }
  }
}

/** What a click on a recommendation does, and what is said when it is done. */
export function useFixWords() {
  const t = useT()
  return (item: FixableRecommendation) => ({
    action: t(`codes.${item.code}.action`, { value: valueText(item) }),
    done: t(`codes.${item.code}.done`, { value: valueText(item) }),
  })
}

function valueText(item: Recommendation): string {
  const value = recommendedValue(item)
  return /RELOGIN|IDLE/.test(item.code) ? inWords(value) : String(value)
}
