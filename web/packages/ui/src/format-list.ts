import { i18n } from './i18n'

/** "Ada, Grace, and Alan" */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(i18n.language).format(items)
}
