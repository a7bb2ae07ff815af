import { t } from '../texts'

/** The vendor's password rules (`…/passwords/config`). Lengths are in characters. */
export interface PasswordConfig {
  readonly minLength?: number
  readonly maxLength?: number
  readonly allowPassphrases?: boolean
  readonly minPhraseLength?: number
  readonly minOptionalTestsToPass?: number
  readonly requiredTests?: { readonly checkThreeRepeatedChars?: boolean }
  readonly optionalTests?: {
    readonly requireLowercase?: boolean
    readonly requireUppercase?: boolean
    readonly requireNumbers?: boolean
    readonly requireSpecialChars?: boolean
  }
}

export interface Rule {
  readonly label: string
  readonly isMet: (password: string) => boolean
}

/** The vendor's rules for a password beyond its length. */
export interface Rules {
  readonly required: readonly Rule[]
  readonly optional: readonly Rule[]
  /** The required number of optional rules. */
  readonly atLeast: number
}

const createTest = (pattern: RegExp) => (password: string) => pattern.test(password)

export function createRules({ requiredTests, optionalTests = {}, minOptionalTestsToPass }: PasswordConfig): Rules {
  const repeats = { label: t('strength.repeats'), isMet: (password: string) => !/(.)\1\1/s.test(password) }
  const optional = [
    optionalTests.requireLowercase && { label: t('strength.lowercase'), isMet: createTest(/\p{Ll}/u) },
    optionalTests.requireUppercase && { label: t('strength.uppercase'), isMet: createTest(/\p{Lu}/u) },
    optionalTests.requireNumbers && { label: t('strength.number'), isMet: createTest(/\p{N}/u) },
    optionalTests.requireSpecialChars && { label: t('strength.special'), isMet: createTest(/[^\p{L}\p{N}\s]/u) },
  ].filter((rule) => rule !== undefined && rule !== false)
  return {
    required: requiredTests?.checkThreeRepeatedChars ? [repeats] : [],
    optional,
    atLeast: Math.min(minOptionalTestsToPass ?? optional.length, optional.length),
  }
}

/** Validates a password before the server does. Long passphrases need no character classes. */
export function checkPassword(config: PasswordConfig) {
  const { required, optional, atLeast } = createRules(config)
  return (password: string): string | undefined => {
    if (password === '') return t('strength.missing')
    const length = [...password].length
    if (length < (config.minLength ?? 0)) return t('strength.tooShort', { count: config.minLength ?? 0 })
    if (length > (config.maxLength ?? Infinity)) return t('strength.tooLong', { count: config.maxLength ?? 0 })
    const isPhrase = config.allowPassphrases === true && length >= (config.minPhraseLength ?? Infinity)
    const met = optional.filter((rule) => rule.isMet(password)).length
    const passes = required.every((rule) => rule.isMet(password)) && (isPhrase || met >= atLeast)
    return passes ? undefined : t('strength.unmet')
  }
}

/** Length alone is shown as help of the field; with other rules it is listed as one of them. */
export const hasRules = ({ required, optional }: Rules): boolean => required.length + optional.length > 0

export const createLengthRule = (minLength: number): Rule => ({
  label: t('strength.lengthRule', { count: minLength }),
  isMet: (password) => [...password].length >= minLength,
})

export const STRENGTHS = ['weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof STRENGTHS)[number]
