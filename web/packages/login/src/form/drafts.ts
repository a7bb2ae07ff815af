import type { Environment } from '@gatehouse/sdk'

const KEY = 'gatehouse.login-draft'

/** What was typed so far in this tab, by the names of the fields; never a secret. A reload brings it back. */
export interface Drafts {
  read(name: string): string | undefined
  keep(name: string, value: string): void
  /** At the end of the visit. */
  clear(): void
}

/** `hint`: the address that a link brought. Another link begins another draft. */
export function draftsIn({ tabStorage }: Pick<Environment, 'tabStorage'>, hint: string | null): Drafts {
  const all = (): Record<string, string> => {
    try {
      const kept = JSON.parse(tabStorage.getItem(KEY) ?? '{}') as { hint?: string | null; fields?: object }
      return kept.hint === hint ? { ...kept.fields } : {}
    } catch {
      return {}
    }
  }
  return {
    read: (name) => all()[name],
    keep: (name, value) => tabStorage.setItem(KEY, JSON.stringify({ hint, fields: { ...all(), [name]: value } })),
    clear: () => tabStorage.removeItem(KEY),
  }
}
