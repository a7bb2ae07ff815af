/** Badge color of each outcome. */
export const TONES = {
  allow: 'success',
  block: 'warning',
  challenge: 'warning',
  lock: 'warning',
  failed: 'danger',
} as const

export type Outcome = keyof typeof TONES

export const isOutcome = (text: string | null | undefined): text is Outcome => text != null && text in TONES
