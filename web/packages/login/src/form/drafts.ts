import type { Environment } from '@gatehouse/sdk'

const KEY = 'gatehouse.login-draft'

/** Values typed in this tab, by field name; restored after a reload. Never contains secrets. */
export interface Drafts {
  read(name: string): string | undefined
  keep(name: string, value: string): void
  /** Called when the user leaves the login pages. */
  clear(): void
}

/** Creates the drafts of this tab. `hint` is the address given by the link; another link starts with empty drafts. */
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
