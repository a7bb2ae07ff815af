import type { Environment } from '@gatehouse/sdk'

const KEY = 'gatehouse.login-draft'

/** Values typed in this tab, by field name; restored after a reload. Never contains secrets. */
export interface Drafts {
  read(name: string): string | undefined
  save(name: string, value: string): void
  /** Called when the user leaves the login pages. */
  clear(): void
}

/** Creates the drafts of this tab. `hint` is the address given by the link; another link starts with empty drafts. */
export function createDrafts({ tabStorage }: Pick<Environment, 'tabStorage'>, hint: string | null): Drafts {
  const readAll = (): Record<string, string> => {
    try {
      const stored = JSON.parse(tabStorage.getItem(KEY) ?? '{}') as { hint?: string | null; fields?: object }
      return stored.hint === hint ? { ...stored.fields } : {}
    } catch {
      return {}
    }
  }
  return {
    read: (name) => readAll()[name],
    save: (name, value) => tabStorage.setItem(KEY, JSON.stringify({ hint, fields: { ...readAll(), [name]: value } })),
    clear: () => tabStorage.removeItem(KEY),
  }
}
