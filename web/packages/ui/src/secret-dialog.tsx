import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatLines, type KnownValue, KnownValues } from './known-values'
import { SecretBox } from './secret-box'
import { useUnsaved } from './shell/unsaved'
import { useDialog } from './use-dialog'

export interface Secret {
  /** "Keep your API token" */
  title: string
  /** The name of the secret: "API token". */
  label: string
  value: string | readonly string[]
  known?: readonly KnownValue[]
  fileName: string
}

/** The form's dialog closes first (admin portal spec §4). */
const SHOWN_AFTER_MS = 200

/**
 * Shows a value that the server returns only once, after the dialog that created it has closed: `const { show, dialog }
 * = useSecretDialog()`, `show({ … })` with the value, and `{dialog}` in the page.
 */
export function useSecretDialog(): { show: (secret: Secret) => void; dialog: ReactNode } {
  const [secret, setSecret] = useState<Secret>()
  const [isOpen, setOpen] = useState(false)
  // Even before it is shown: the server does not return it again, and leaving the page would lose it.
  useUnsaved(secret !== undefined)
  useEffect(() => {
    if (!secret) return
    const waiting = window.setTimeout(() => setOpen(true), SHOWN_AFTER_MS)
    return () => window.clearTimeout(waiting)
  }, [secret])
  function close() {
    setOpen(false)
    setSecret(undefined)
  }
  return { show: setSecret, dialog: secret && isOpen && <SecretDialog {...secret} onSaved={close} /> }
}

/** Only the user's confirmation closes it; Escape focuses that button. */
function SecretDialog({ title, onSaved, known = [], ...secret }: Secret & { onSaved: () => void }) {
  const saved = useRef<HTMLButtonElement>(null)
  const dialog = useDialog({ opened: true, onClose: () => saved.current?.focus() })
  return (
    <Modal {...dialog} title={title} size={520} withCloseButton={false} closeOnClickOutside={false}>
      <SecretBox
        {...secret}
        {...(known.length > 0 && { known: <KnownValues values={known} />, file: formatFile(secret, known) })}
        onSaved={onSaved}
        savedRef={saved}
      />
    </Modal>
  )
}

function formatFile({ label, value }: Pick<Secret, 'label' | 'value'>, known: readonly KnownValue[]): string {
  const text = typeof value === 'string' ? value : value.join('\n')
  return formatLines([...known, { label, value: text }])
}
