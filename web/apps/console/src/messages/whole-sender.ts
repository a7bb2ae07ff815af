import { useEdited } from '@gatehouse/admin-portal/kit'

/** As its card has it; `updatedAt` is nothing where the deployment's own is used. */
export type Shown<Sender> = Sender & { readonly updatedAt: string }

/**
 * A sender is saved whole, and never mixed of what two people entered. What somebody else has set of it meanwhile is told
 * at its field, as on the other cards; of the secret only when it was saved is known.
 */
export function useWholeSender<Sender extends object>(secret: keyof Sender) {
  const edited = useEdited<Record<keyof Sender, unknown>>()
  const known = ({ updatedAt, ...sender }: Shown<Sender>) => ({ ...sender, [secret]: { updatedAt } }) as never
  return (started: Shown<Sender>, changed: Partial<Sender>, now: Shown<Sender>): Sender => {
    const { updatedAt: _, ...mine } = { ...started, ...changed }
    return edited(known(started), mine as never, known(now)) as Sender
  }
}
