import { z } from 'zod'
import { cleanLines } from '../../shared/lines-field'
import type { Platform } from './mobile.queries'
import { t } from './mobile.texts'

const NAMES = {
  ios: /^[A-Z0-9]{10}\.[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/,
  android: /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/,
}
const PRINT = /^[0-9a-f]{2}(:[0-9a-f]{2}){31}$/i

export interface AppValues {
  readonly platform: Platform
  readonly name: string
  readonly fingerprints: string[]
}

/** Validates an app the way the server does. */
export const appSchema = z
  .object({
    platform: z.enum(['ios', 'android']),
    name: z.string().trim().max(255),
    fingerprints: z.array(z.string()),
  })
  .superRefine(({ platform, name, fingerprints }, { addIssue }) => {
    const addError = (path: keyof AppValues, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (!NAMES[platform].test(name)) addError('name', t(`form.nameWrong.${platform}`))
    if (platform === 'ios') return
    if (cleanLines(fingerprints).length === 0) addError('fingerprints', t('form.printsMissing'))
    const line = fingerprints.findIndex((one) => one.trim() !== '' && !PRINT.test(one.trim()))
    if (line >= 0) addError('fingerprints', t('form.printWrong', { line: line + 1 }))
  })
