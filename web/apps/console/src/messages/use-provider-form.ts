import { useEdited } from '@gatehouse/admin-portal/kit'

/** Provider as its card shows it; `updatedAt` is empty for the installation's own. */
export type StoredProvider<Sender> = Sender & { readonly updatedAt: string }

/**
 * Saves a provider as a whole, so that values of two administrators are never mixed. A conflicting value is reported at
 * its field, as on other cards; of the secret only the time of its last change is known.
 */
export function useProviderForm<Sender extends object>(secret: keyof Sender) {
  const edited = useEdited<Record<keyof Sender, unknown>>()
  const known = ({ updatedAt, ...sender }: StoredProvider<Sender>) => ({ ...sender, [secret]: { updatedAt } }) as never
  return (started: StoredProvider<Sender>, changed: Partial<Sender>, now: StoredProvider<Sender>): Sender => {
    const { updatedAt: _, ...mine } = { ...started, ...changed }
    return edited(known(started), mine as never, known(now)) as Sender
  }
}
