import { i18n } from '@gatehouse/ui'

/** To the second: what came before what is what a log is read for. */
export const exactTime = (value: string) =>
  new Date(value).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' })
